// A list of one cell is freed and still returned.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *drop_last(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result)); //~ error[contract]
    if (l == NULL)
        return NULL;
    struct node *prev = NULL;
    struct node *cur = l;
    while (cur->next != NULL) {
        prev = cur;
        cur = cur->next;
    }
    free(cur);
    if (prev != NULL)
        prev->next = NULL;
    return l;
}
