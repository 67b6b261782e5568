// A call does not give what the function requires.
//@ args: --domain three-valued
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *append(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    if (a == NULL)
        return b;
    struct node *last = a;
    while (last->next != NULL)
        last = last->next;
    last->next = b;
    return a;
}

int main(void) {
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return 1;
    cell->next = NULL;
    cell->data = 1;
    cell = append(cell, cell); //~ error[contract]
    free(cell);
    return 0;
}
