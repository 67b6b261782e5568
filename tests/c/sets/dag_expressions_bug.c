// A DAG of expressions with mistakes: an operand from outside, one that is freed when it was evaluated, and the last one freed twice.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct expr {
    struct expr *next;
    struct expr *left;
    struct expr *right;
    int value;
};

static bool pool(struct expr *e, sw_set all, sw_set here) {
    sw_set rest;
    if (e == NULL)
        return sw_empty(here);
    if (!sw_split(here, e, &rest))
        return false;
    if (e->left == NULL)
        return e->right == NULL && pool(e->next, all, rest);
    return sw_in(e->left, all) && sw_in(e->right, all) && pool(e->next, all, rest);
}

struct expr *number(struct expr *p, int value) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(pool(p, before, before));
    sw_ensures(pool(sw_result, after, after) && sw_with(after, before, sw_result));
    struct expr *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->next = p;
    e->left = NULL;
    e->right = NULL;
    e->value = value;
    return e;
}

struct expr *sum(struct expr *p, struct expr *a, struct expr *b) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(pool(p, before, before) && a != NULL && b != NULL && sw_in(a, before));
    sw_ensures(pool(sw_result, after, after) && sw_with(after, before, sw_result)); //~ error[contract]
    struct expr *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->next = p;
    e->left = a;
    e->right = b;
    e->value = 0;
    return e;
}

int take(struct expr *p, struct expr *e) {
    sw_set all = sw_any();
    sw_requires(pool(p, all, all) && sw_in(e, all));
    sw_ensures(pool(p, all, all)); //~ error[contract]
    int value = e->value;
    free(e); //~ error[leak]
    return value;
}

void free_all(struct expr *p) {
    sw_set all = sw_any();
    sw_requires(pool(p, all, all));
    while (p != NULL) {
        struct expr *next = p->next;
        free(p);
        if (next == NULL)
            free(p); //~ error[double-free]
        p = next;
    }
}
