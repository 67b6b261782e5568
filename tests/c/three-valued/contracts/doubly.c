// Doubly linked lists.
//@ args: --domain three-valued --self-check=40
//@ proved
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
    sw_ensures(dll(sw_result, NULL));
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return l;
    cell->data = data;
    cell->prev = NULL;
    cell->next = l;
    if (l != NULL)
        l->prev = cell;
    return cell;
}

struct node *drop_first(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    if (l == NULL)
        return NULL;
    struct node *rest = l->next;
    if (rest != NULL)
        rest->prev = NULL;
    free(l);
    return rest;
}

int walk(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL));
    struct node *last = l;
    int sum = 0;
    if (l == NULL)
        return 0;
    while (last->next != NULL)
        last = last->next;
    for (; last != NULL; last = last->prev) //~ safe[use-after-free]
        sum ^= last->data;
    return sum;
}
