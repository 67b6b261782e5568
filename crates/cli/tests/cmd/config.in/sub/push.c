#include <node.h>
#include <shapewright.h>
#include <stdlib.h>

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *push(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *n = malloc(sizeof *n);
    n->data = DATA;
    n->next = l;
    return n;
}
