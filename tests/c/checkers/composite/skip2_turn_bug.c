// What is below one node of the upper level is cut behind its end, may be empty, and is used after it was freed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *jump; int key; };
bool low(struct node *n, struct node *end) { return n == end || (n != NULL && low(n->next, end)); }
bool high(struct node *n) { return n == NULL || (low(n->next, n->jump) && high(n->jump)); }
void cut(struct node *l) {
    sw_requires(high(l));
    sw_ensures(high(l)); //~ error[contract]
    if (!l) return;
    struct node *u = l;
    while (u->jump && __VERIFIER_nondet_int()) u = u->jump;
    struct node *p = u;
    while (p->next != u->jump && __VERIFIER_nondet_int()) p = p->next;
    struct node *e = u->jump;
    if (e != NULL) {
        struct node *x = p->next;
        p->next = e->next;
        while (x != e) { struct node *y = x->next; free(x); x = y; }
    } //~ FP[leak]
}

int keep_one(struct node *l) {
    sw_requires(high(l));
    sw_ensures(high(l) && sw_result == 0); //~ error[contract]
    if (!l || l->next == l->jump) return 0;
    while (l->next != l->jump && __VERIFIER_nondet_int()) { struct node *n = l->next; l->next = n->next; free(n); }
    return l->next == l->jump;
}

int last_has_some(struct node *l) {
    sw_requires(high(l));
    sw_ensures(high(l) && sw_result == 0); //~ error[contract]
    struct node *u = l;
    int some = 0;
    while (u) { some = u->next != u->jump; if (!u->jump) break; u = u->jump; }
    return u && some && u->next == NULL ? 1 : u != NULL && !some && u->next == NULL;
}

void empty(struct node *l) {
    sw_requires(high(l));
    sw_ensures(high(l));
    if (!l) return;
    struct node *u = l;
    while (u->jump && __VERIFIER_nondet_int()) u = u->jump;
    struct node *p = u;
    while (p->next != u->jump && __VERIFIER_nondet_int()) p = p->next;
    struct node *x = u->next;
    u->next = u->jump;
    while (x != u->jump) { struct node *y = x->next; free(x); x = y; }
    p->key = 1; //~ error[use-after-free]
}
