// What is below one node of the upper level is cut, or emptied but for one.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *jump; int key; };
bool low(struct node *n, struct node *end) { return n == end || (n != NULL && low(n->next, end)); }
bool high(struct node *n) { return n == NULL || (low(n->next, n->jump) && high(n->jump)); }
void cut(struct node *l) {
    sw_requires(high(l));
    sw_ensures(high(l));
    if (!l) return;
    struct node *u = l;
    while (u->jump && __VERIFIER_nondet_int()) u = u->jump;
    struct node *p = u;
    while (p->next != u->jump && __VERIFIER_nondet_int()) p = p->next;
    struct node *e = u->jump;
    if (e != NULL) {
        /* the part behind p is cut off: p leads to the end at once, what is between is lost unless it is freed */
        struct node *x = p->next;
        p->next = e;
        while (x != e) { struct node *y = x->next; free(x); x = y; }
    }
}

int keep_one(struct node *l) {
    sw_requires(high(l));
    sw_ensures(high(l) && sw_result == 0);
    if (!l || l->next == l->jump) return 0;
    while (l->next != l->jump && l->next->next != l->jump && __VERIFIER_nondet_int()) { struct node *n = l->next; l->next = n->next; free(n); }
    return l->next == l->jump;
}

void empty(struct node *l) {
    sw_requires(high(l));
    sw_ensures(high(l));
    if (!l) return;
    struct node *u = l;
    while (u->jump && __VERIFIER_nondet_int()) u = u->jump;
    struct node *x = u->next;
    u->next = u->jump;
    while (x != u->jump) { struct node *y = x->next; free(x); x = y; }
    u->key = 1;
}
