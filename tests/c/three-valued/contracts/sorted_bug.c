// The new cell comes before the first that is smaller.
//@ args: --domain three-valued
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
    sw_ensures(sorted(sw_result, INT_MIN)); //~ error[contract]
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return l;
    cell->data = data;
    cell->next = NULL;
    if (l == NULL || cell->data <= l->data) {
        cell->next = l;
        return cell;
    }
    cell->next = l->next;
    l->next = cell;
    return l;
}
