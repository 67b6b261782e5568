// From the last cell of a list the way back ends at the first.
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

struct node *last(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result != NULL);
    while (l->next != NULL)
        l = l->next;
    return l;
}

struct node *there_and_back(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result == l);
    struct node *t = l;
    while (t->next != NULL)
        t = t->next;
    while (t->prev != NULL)
        t = t->prev;
    return t;
}
