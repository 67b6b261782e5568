// A checker that nothing satisfies: there is no way for it to end.
//@ args: --domain checkers
//@ unknown: nothing satisfies what `walk` requires here: it can never be called
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};


bool endless(struct node *l) { return l != NULL && endless(l->next); }

void walk(struct node *l) {
    sw_requires(endless(l)); //~ error[bad-checker]
    while (l != NULL)
        l = l->next;
}
