// Turns a list around in place, and keeps its length.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool len(struct node *l, int n) { return l == NULL ? n == 0 : len(l->next, n - 1); }

struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *r = NULL;
    while (l != NULL) {
        struct node *t = l->next; //~ safe[null-deref]
        l->next = r; //~ safe[leak]
        r = l;
        l = t;
    }
    return r;
}

struct node *reverse_onto(struct node *l, struct node *r) {
    sw_requires(list(l) && list(r));
    sw_ensures(list(sw_result));
    if (l == NULL)
        return r;
    struct node *t = l->next;
    l->next = r;
    return reverse_onto(t, l);
}
