// An upper level that ends where somebody says: nobody owns its end, which may be in it and the end of a lower part.
//@ args: --domain checkers
//@ unknown: it is not known what is written to here
#include <shapewright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *jump; int key; };
bool low(struct node *n, struct node *end) { return n == end || (n != NULL && low(n->next, end)); }
bool mid(struct node *n, struct node *end) { return n == end || (n != NULL && low(n->next, n->jump) && mid(n->jump, end)); }
void clear(struct node *l, struct node *end) {
    sw_requires(mid(l, end) && end != NULL);
    sw_ensures(mid(l, end));
    struct node *q = l;
    while (q != end) {
        for (struct node *p = q->next; p != q->jump; p = p->next) p->key = 0;
        q = q->jump;
        q->key = 1; //~ error[use-after-free] //~ FP[out-of-bounds]
    }
}

int join(struct node *l, struct node *end, struct node *more) {
    sw_requires(mid(l, end) && mid(end, more));
    sw_ensures(mid(l, more)); //~ FP[contract]
    return 0;
} //~ error[contract]

int leads_on(struct node *l, struct node *end) {
    sw_requires(mid(l, end) && end != NULL);
    sw_ensures(mid(l, end) && sw_result == 0); //~ error[contract]
    if (l == end) return 0;
    return l->jump == end || l->next == end;
}
