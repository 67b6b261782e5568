// A function that reads a cell and frees a list is given a cell of that list.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static void both(struct node *list, struct node *cell) {
    sw_requires(sw_len(list) == 2 && cell->data == 3);
    sw_ensures(1);
    free(list->next);
    free(list);
    cell->data = 4; //~ error[use-after-free]
    free(cell);
}

int main(void) {
    struct node *list = calloc(1, sizeof *list);
    if (list == NULL)
        return 1;
    list->next = calloc(1, sizeof *list);
    if (list->next == NULL)
        abort();
    list->next->data = 3;
    both(list, list->next); //~ error[contract]
    return 0;
}
