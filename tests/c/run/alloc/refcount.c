// Reference-counted strings shared between slots; the last release frees.
//@ clean
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct rc {
    unsigned refs;
    char text[12];
};

static int alive;

static struct rc *rc_new(const char *text) {
    struct rc *s = malloc(sizeof *s);
    if (!s)
        exit(2);
    s->refs = 1;
    strncpy(s->text, text, sizeof s->text - 1);
    s->text[sizeof s->text - 1] = '\0';
    alive++;
    return s;
}

static struct rc *retain(struct rc *s) {
    if (s)
        s->refs++;
    return s;
}

static void release(struct rc *s) {
    if (s && --s->refs == 0) {
        printf("free %s\n", s->text);
        alive--;
        free(s);
    }
}

static void assign(struct rc **slot, struct rc *s) {
    retain(s);
    release(*slot);
    *slot = s;
}

int main(void) {
    struct rc *slot[3] = {rc_new("ant"), rc_new("bee"), NULL};
    for (int i = 0; i < 8; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        assign(&slot[x % 3], slot[x / 3 % 3]);
    }
    for (int i = 0; i < 3; i++)
        printf("%s/%u ", slot[i] ? slot[i]->text : "-", slot[i] ? slot[i]->refs : 0);
    printf("%d alive\n", alive);
    for (int i = 0; i < 3; i++)
        assign(&slot[i], NULL);
    assert(alive == 0);
    return 0;
}
