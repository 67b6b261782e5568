// The rest of the list is not kept while a cell is turned around.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *r = NULL;
    while (l != NULL) {
        struct node *t = l;
        l->next = r; //~ error[leak]
        r = t;
        l = NULL;
    }
    return r;
}
