// That the largest cell may stand right behind the smallest is forgotten.
//@ args: --domain checkers
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
        if (c->data < min->data) {
            min = c;
            before_min = prev;
        }
        if (c->data > max->data) {
            max = c;
            before_max = prev;
        }
        prev = c;
    }
    if (before_min == NULL)
        l = min->next;
    else
        before_min->next = min->next;
    if (max != min) {
        if (before_max == NULL)
            l = max->next;
        else
            before_max->next = max->next;
        free(max);
    }
    free(min); //~ error[leak]
    return l;
}
