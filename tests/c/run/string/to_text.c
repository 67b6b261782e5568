// Number to text in a rotating set of static buffers, in several bases.
//@ clean
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static const char *text(long v, unsigned base) {
    static char buffers[3][72];
    static unsigned turn;
    char *end = buffers[turn++ % 3] + sizeof buffers[0], *p = end;
    unsigned long u = v < 0 ? 0ul - (unsigned long)v : (unsigned long)v;
    *--p = '\0';
    do
        *--p = "0123456789abcdef"[u % base];
    while ((u /= base) != 0);
    if (v < 0)
        *--p = '-';
    return p;
}

int main(void) {
    int differing = 0;
    for (int i = 0; i < 4; i++) {
        int v = __VERIFIER_nondet_int();
        char check[16];
        printf("%s %s %s\n", text(v, 10), text(v, 16), text(v, 2));
        snprintf(check, sizeof check, "%d", v);
        if (strcmp(check, text(v, 10)) != 0)
            differing++;
    }
    printf("%d differ\n", differing);
    return differing;
}
