// A long run in which every call evaluates a contract; one of the calls loses a list inside of the function, where its
// parameter is overwritten. The contract, which looks at the list once more, does not change that place.
#include <shapewright.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static inline bool list(const struct node *l) { return l == NULL || list(l->next); }

static struct node *push(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(l)) + 1);
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(2);
    n->value = value;
    n->next = l;
    return n;
}

static void drop(struct node **l, bool forget) {
    sw_requires(list(*l));
    sw_ensures(*l == NULL && list(sw_old(forget ? *l : NULL)));
    while (*l != NULL && !forget) {
        struct node *next = (*l)->next;
        free(*l);
        *l = next;
    }
    *l = NULL; //~ error[leak]
}

int main(void) {
    struct node *l = NULL;
    unsigned when = (unsigned)__VERIFIER_nondet_int() % 4000;
    for (unsigned i = 0; i < 3000; i++) {
        for (int k = 0; k < 5; k++)
            l = push(l, k);
        drop(&l, i == when);
    }
    return 0;
}
