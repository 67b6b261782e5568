// The way back stops at the second cell.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

struct node *there_and_back(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result == l); //~ error[contract]
    struct node *t = l;
    while (t->next != NULL)
        t = t->next;
    while (t->prev != NULL && t->prev->prev != NULL)
        t = t->prev;
    return t;
}
