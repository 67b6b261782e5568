// Sorts a list by insertion in one function: what comes out is sorted.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool sorted(struct node *l, int least) {
    return l == NULL || (least <= l->data && sorted(l->next, l->data));
}

bool bounded(struct node *l, int least) {
    return l == NULL || (least <= l->data && bounded(l->next, least));
}

struct node *insertion_sort(struct node *l, int least) {
    sw_requires(bounded(l, least));
    sw_ensures(sorted(sw_result, least));
    struct node *done = NULL;
    while (l != NULL) {
        struct node *c = l;
        l = l->next;
        if (done == NULL || c->data <= done->data) {
            c->next = done;
            done = c;
        } else {
            struct node *p = done;
            while (p->next != NULL && p->next->data < c->data)
                p = p->next;
            c->next = p->next;
            p->next = c;
        }
    }
    return done;
}
