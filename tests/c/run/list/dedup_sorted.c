// Removes repeated neighbours from a list and counts how often each value stood there.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tally {
    int value;
    unsigned times;
    struct tally *next;
};

static struct tally *push(struct tally *list, int value) {
    struct tally *t = calloc(1, sizeof *t);
    if (!t)
        exit(2);
    t->value = value;
    t->times = 1;
    t->next = list;
    return t;
}

static unsigned squeeze(struct tally *t) {
    unsigned removed = 0;
    while (t && t->next) {
        struct tally *n = t->next;
        if (n->value != t->value) {
            t = n;
            continue;
        }
        t->times += n->times;
        t->next = n->next;
        free(n);
        removed++;
    }
    return removed;
}

int main(void) {
    struct tally *list = NULL;
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 12, removed;
    for (unsigned i = 0; i < n; i++)
        list = push(list, __VERIFIER_nondet_int() & 1);
    removed = squeeze(list);
    for (const struct tally *t = list; t; t = t->next)
        printf("%dx%u ", t->value, t->times);
    printf("- %u of %u removed\n", removed, n);
    for (struct tally *t; (t = list) != NULL;) {
        list = t->next;
        free(t);
    }
    return (int)removed;
}
