// One cell more is freed than was given.
//@ args: --domain checkers
//@ unknown: nothing is known of what is freed here
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }

void free_to(struct node *l, struct node *e) {
    sw_requires(to(l, e));
    struct node *p = l;
    while (p != e) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
    free(p); //~ error[invalid-free] //~ error[double-free]
}

/* Drops the cells before the first that holds the value. */
struct node *drop_until(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result)); //~ error[contract]
    struct node *e = l;
    while (e != NULL && e->data != value)
        e = e->next;
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        if (l == e)
            break; //~ error[leak]
        l = next;
    }
    return e;
}
