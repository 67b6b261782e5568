// Cells are filled with zeros before they are linked, and again in the middle of the list.
//@ args: --domain three-valued
//@ proved
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *cell = malloc(sizeof *cell);
        if (cell == NULL)
            break;
        memset(cell, 0, sizeof *cell);
        if (cell->data == 0 && cell->next == NULL)
            cell->next = x;
        else
            cell->next = x;
        x = cell;
    }
    while (x != NULL) {
        struct node *next = x->next;
        memset(x, 0, sizeof *x);
        free(x);
        x = next;
    }
    return 0;
}
