// The link back of the second cell is not changed.
//@ args: --domain three-valued
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool dll(struct node *x, struct node *prev) {
    return x == NULL || (x->prev == prev && dll(x->next, x));
}

struct node *push(struct node *l, int data) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL)); //~ error[contract]
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return l;
    cell->data = data;
    cell->prev = NULL;
    cell->next = l;
    return cell;
}
