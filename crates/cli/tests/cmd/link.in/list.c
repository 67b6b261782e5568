#include "list.h"

#include <stdlib.h>

static int calls;

struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->value = value + calls++;
    return n;
}

int sum(const struct node *list) {
    return list == NULL ? 0 : list->value + sum(list->next);
}
