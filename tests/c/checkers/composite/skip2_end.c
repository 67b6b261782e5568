// An upper level that ends where somebody says.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *jump; int key; };
bool low(struct node *n, struct node *end) { return n == end || (n != NULL && low(n->next, end)); }
bool mid(struct node *n, struct node *end) { return n == end || (n != NULL && low(n->next, n->jump) && mid(n->jump, end)); }
void clear(struct node *l, struct node *end) {
    sw_requires(mid(l, end));
    sw_ensures(mid(l, end));
    struct node *q = l;
    while (q != end) {
        for (struct node *p = q->next; p != q->jump; p = p->next) p->key = 0;
        q = q->jump;
    }
}

int join(struct node *l, struct node *end) {
    sw_requires(mid(l, end) && mid(end, NULL));
    sw_ensures(mid(l, NULL));
    return 0;
}
