// Walks with a cursor and one that lags behind: the last cell, and the last but one, can be cut off.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *drop_last(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL)
        return NULL;
    struct node *prev = NULL;
    struct node *cur = l;
    while (cur->next != NULL) {
        prev = cur;
        cur = cur->next;
    }
    free(cur);
    if (prev == NULL)
        return NULL;
    prev->next = NULL;
    return l;
}

struct node *insert_sorted(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = value;
    struct node *prev = NULL;
    struct node *cur = l;
    while (cur != NULL && cur->data < value) {
        prev = cur;
        cur = cur->next;
    }
    c->next = cur;
    if (prev == NULL)
        return c;
    prev->next = c;
    return l;
}

int main(void) {
    struct node *l = NULL;
    l = insert_sorted(l, 3);
    l = insert_sorted(l, 1);
    l = insert_sorted(l, 2);
    while (l != NULL)
        l = drop_last(l);
    return 0;
}
