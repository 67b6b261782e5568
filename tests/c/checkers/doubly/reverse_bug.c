// Only one of the two links of a cell is turned.
//@ args: --domain checkers
//@ unknown: the heap has too many parts here for the analysis to keep apart
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

struct node *reverse(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL)); //~ error[contract]
    struct node *last = NULL;
    while (l != NULL) {
        struct node *next = l->next;
        l->next = l->prev;
        last = l;
        l = next;
    }
    return last;
}
