// The cells before a place are freed, and that place is kept.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }

/* Drops the cells before the first that holds the value. */
struct node *drop_until(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *e = l;
    while (e != NULL && e->data != value)
        e = e->next;
    while (l != e) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return e;
}
