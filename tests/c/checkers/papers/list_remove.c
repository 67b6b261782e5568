// Takes the first element with a value out of a list.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) {
    return l == NULL || list(l->next);
}

struct node *list_remove(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *before = NULL, *c = l;
    while (c != NULL && c->data != value) {
        before = c;
        c = c->next;
    }
    if (c != NULL) {
        if (before == NULL)
            l = c->next;
        else
            before->next = c->next;
        free(c);
    }
    return l;
}
