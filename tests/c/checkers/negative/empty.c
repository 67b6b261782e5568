// What works for the empty list too.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

int first(struct node *l, int otherwise) {
    sw_requires(list(l));
    sw_ensures(list(l));
    return l == NULL ? otherwise : l->data; //~ safe[null-deref]
}

int second(struct node *l, int otherwise) {
    sw_requires(list(l));
    sw_ensures(list(l));
    if (l == NULL || l->next == NULL)
        return otherwise;
    return l->next->data; //~ safe[null-deref]
}
