// A clause that reads a pointer from a cell claims that cell, which is not followed.
//@ args: --domain three-valued --self-check=40
//@ unknown: the contract reads what no predicate that is understood has claimed
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *push(struct node *l, struct node *cell) {
    sw_requires(list(l) && cell != NULL && cell->next == NULL && cell->data > 0);
    sw_ensures(list(sw_result));
    cell->next = l;
    return cell;
}

int main(void) {
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return 1;
    cell->next = NULL;
    cell->data = 1;
    free(push(NULL, cell));
    return 0;
}
