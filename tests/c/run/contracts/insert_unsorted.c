// Insertion into a sorted list that forgets to look past equal and smaller values when it reaches the second cell.
#include <shapewright.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static inline bool sorted(const struct node *l) {
    return l == NULL || l->next == NULL || (l->value <= l->next->value && sorted(l->next));
}

static struct node *insert(struct node *l, int value) {
    sw_requires(sorted(l));
    sw_ensures(sorted(sw_result)); //~ error[contract]
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(2);
    n->value = value;
    if (l == NULL || value <= l->value) {
        n->next = l;
        return n;
    }
    n->next = l->next;
    l->next = n;
    return l;
}

int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 4; i++)
        l = insert(l, __VERIFIER_nondet_int() & 15);
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
