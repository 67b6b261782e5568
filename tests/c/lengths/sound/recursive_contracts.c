// Recursive functions establish for themselves what they require.
//@ proved
#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
void dispose(struct node *l) {
    sw_requires(sw_len(l) >= 0);
    sw_ensures(1);
    if (!l) return;
    struct node *n = l->next;
    free(l);
    dispose(n); //~ safe[contract]
}
void dispose2(struct node *l) {
    sw_requires(sw_len(l) >= 0);
    sw_ensures(1);
    if (!l) return;
    dispose2(l->next); //~ safe[contract]
    free(l);
}
int length(struct node *l) {
    sw_requires(sw_len(l) >= 0 && sw_len(l) < 1000);
    sw_ensures(sw_result == sw_len(l));
    return l ? 1 + length(l->next) : 0; //~ safe[contract]
}
struct node *append(struct node *a, struct node *b) {
    sw_requires(sw_len(a) >= 0 && sw_len(b) >= 0);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(a)) + sw_old(sw_len(b)));
    if (!a) return b;
    a->next = append(a->next, b); //~ safe[contract]
    return a;
}
