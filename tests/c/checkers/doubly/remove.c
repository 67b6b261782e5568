// Takes a cell out of a doubly linked list: the first, the last, or one between.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

struct node *remove_value(struct node *l, int value) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    struct node *c = l;
    while (c != NULL && c->data != value)
        c = c->next;
    if (c == NULL)
        return l;
    if (c->next != NULL)
        c->next->prev = c->prev;
    if (c->prev != NULL)
        c->prev->next = c->next;
    else
        l = c->next;
    free(c);
    return l;
}

struct node *remove_first(struct node *l) {
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

struct node *remove_all(struct node *l, int value) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    struct node *c = l;
    while (c != NULL) {
        struct node *next = c->next;
        if (c->data == value) {
            if (c->prev != NULL)
                c->prev->next = next;
            else
                l = next;
            if (next != NULL)
                next->prev = c->prev;
            free(c);
        }
        c = next;
    }
    return l;
}
