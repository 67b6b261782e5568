// That the largest cell may stand right behind the smallest is forgotten.
//@ args: --domain checkers
//@ unknown: it is not known what is written to here
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *delete_min_max(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result)); //~ error[contract]
    if (l == NULL)
        return NULL;
    struct node *min = l;
    struct node *before_min = NULL;
    struct node *max = l;
    struct node *before_max = NULL;
    struct node *prev = l;
    for (struct node *c = l->next; c != NULL; c = c->next) {
        if (c->data < min->data) { //~ FP[uninitialized] //~ FP[use-after-free] //~ FP[out-of-bounds]
            min = c; //~ FP[leak]
            before_min = prev; //~ FP[leak]
        }
        if (c->data > max->data) { //~ FP[uninitialized] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[null-deref]
            max = c; //~ FP[leak]
            before_max = prev; //~ FP[leak]
        }
        prev = c; //~ FP[leak]
    }
    if (before_min == NULL)
        l = min->next; //~ FP[leak]
    else
        before_min->next = min->next; //~ FP[use-after-free] //~ FP[out-of-bounds]
    if (max != min) {
        if (before_max == NULL)
            l = max->next; //~ FP[leak] //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds]
        else
            before_max->next = max->next; //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[null-deref]
        free(max); //~ FP[double-free] //~ FP[invalid-free]
    }
    free(min); //~ FP[double-free] //~ FP[invalid-free] //~ error[leak]
    return l; //~ FP[leak]
}
