// On the way out after a failed allocation the cells so far are forgotten.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *build_front(int n) {
    sw_ensures(list(sw_result));
    struct node *l = NULL;
    for (int i = 0; i < n; i++) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            return NULL; //~ error[leak]
        c->data = i;
        c->next = l;
        l = c;
    }
    return l;
}
