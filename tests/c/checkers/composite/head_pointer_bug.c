// The cells that are given away still name their old owner.
//@ args: --domain checkers
//@ unknown: the heap has too many parts here for the analysis to keep apart
#include <shapewright.h>
#include <stdlib.h>

struct owner;

struct node {
    struct node *next;
    struct owner *owner;
    int data;
};

struct owner {
    struct node *first;
    int count;
};

bool owned(struct node *l, struct owner *o) { return l == NULL || (l->owner == o && owned(l->next, o)); }
bool owner(struct owner *o) { return o != NULL && owned(o->first, o); }

void give_away(struct owner *from, struct owner *to) {
    sw_requires(owner(from) && owner(to));
    sw_ensures(owner(from) && owner(to)); //~ error[contract]
    while (from->first != NULL) {
        struct node *c = from->first;
        from->first = c->next;
        c->next = to->first;
        to->first = c;
    }
}
