// A message with a flexible array member, copied, concatenated and compared.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct message {
    unsigned short length;
    unsigned char tag;
    unsigned char payload[];
};

static struct message *message(unsigned char tag, unsigned short length) {
    struct message *m = malloc(sizeof *m + length);
    if (!m)
        exit(2);
    m->tag = tag;
    m->length = length;
    return m;
}

static struct message *join(const struct message *a, const struct message *b) {
    struct message *m = message(a->tag | b->tag, (unsigned short)(a->length + b->length));
    memcpy(m->payload, a->payload, a->length);
    memcpy(m->payload + a->length, b->payload, b->length);
    return m;
}

static unsigned checksum(const struct message *m) {
    unsigned sum = m->tag;
    for (const unsigned char *p = m->payload; p < m->payload + m->length; p++)
        sum = (sum << 3 ^ sum >> 13 ^ *p) & 0xffff;
    return sum;
}

int main(void) {
    struct message *parts[3];
    struct message *whole = message(0, 0);
    for (int i = 0; i < 3; i++) {
        unsigned short n = (unsigned short)((unsigned)__VERIFIER_nondet_int() % 6);
        parts[i] = message((unsigned char)(1 << i), n);
        for (int k = 0; k < n; k++)
            parts[i]->payload[k] = (unsigned char)__VERIFIER_nondet_int();
        struct message *longer = join(whole, parts[i]);
        free(whole);
        whole = longer;
        printf("length %u tag %#x sum %04x\n", whole->length, whole->tag, checksum(whole));
    }
    for (int i = 0; i < 3; i++)
        free(parts[i]);
    free(whole);
    return 0;
}
