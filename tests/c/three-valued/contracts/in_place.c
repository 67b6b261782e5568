// Lists whose first cell is in a variable of the caller.
//@ args: --domain three-valued --self-check=40
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

void push(struct node **l, int data) {
    sw_requires(list(*l));
    sw_ensures(list(*l));
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return;
    cell->data = data;
    cell->next = *l;
    *l = cell;
}

void append(struct node **a, struct node *b) {
    sw_requires(list(*a) && list(b));
    sw_ensures(list(*a));
    while (*a != NULL)
        a = &(*a)->next;
    *a = b; //~ safe[leak]
}

void remove_all(struct node **l, int data) {
    sw_requires(list(*l));
    sw_ensures(list(*l));
    while (*l != NULL) {
        struct node *cell = *l;
        if (cell->data == data) {
            *l = cell->next;
            free(cell);
        } else {
            l = &cell->next;
        }
    }
}

void clear(struct node **l) {
    sw_requires(list(*l));
    sw_ensures(*l == NULL);
    while (*l != NULL) {
        struct node *next = (*l)->next;
        free(*l);
        *l = next;
    }
}

int main(void) {
    struct node *one = NULL, *other = NULL;
    push(&one, 1);
    push(&other, 2);
    append(&one, other);
    remove_all(&one, 2);
    clear(&one);
    return 0;
}
