// A sorted list stays sorted.
//@ args: --domain three-valued --self-check=40
//@ proved
#include <limits.h>
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool sorted(struct node *l, int least) {
    return l == NULL || (least <= l->data && sorted(l->next, l->data));
}

struct node *insert(struct node *l, int data) {
    sw_requires(sorted(l, INT_MIN));
    sw_ensures(sorted(sw_result, INT_MIN));
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return l;
    cell->data = data;
    cell->next = NULL;
    if (l == NULL || cell->data <= l->data) {
        cell->next = l;
        return cell;
    }
    struct node *before = l, *after = l->next;
    while (after != NULL && after->data < cell->data) {
        before = after;
        after = after->next;
    }
    cell->next = after;
    before->next = cell;
    return l;
}

struct node *drop_first(struct node *l) {
    sw_requires(sorted(l, INT_MIN));
    sw_ensures(sorted(sw_result, INT_MIN));
    if (l == NULL)
        return NULL;
    struct node *rest = l->next;
    free(l);
    return rest;
}
