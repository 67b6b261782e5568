// The last cell becomes the first, and is cut off before.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *move_to_front(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(sw_result));
    struct node **link = &l;
    while ((*link)->next != NULL)
        link = &(*link)->next;
    struct node *last = *link;
    *link = NULL;
    last->next = l;
    return last;
}

struct node *rotate(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL || l->next == NULL)
        return l;
    struct node *second = l->next;
    struct node *p = second;
    while (p->next != NULL)
        p = p->next;
    p->next = l;
    l->next = NULL;
    return second;
}
