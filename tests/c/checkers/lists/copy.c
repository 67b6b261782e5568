// Copies a list; the source stays as it is.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *copy(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l) && list(sw_result));
    struct node *head = NULL;
    struct node **end = &head;
    for (struct node *p = l; p != NULL; p = p->next) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->data = p->data;
        c->next = NULL;
        *end = c;
        end = &c->next;
    }
    return head;
}

struct node *copy_recursive(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l) && list(sw_result));
    if (l == NULL)
        return NULL;
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = l->data;
    c->next = copy_recursive(l->next);
    return c;
}

struct node *copy_with_tail(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l) && list(sw_result));
    struct node *head = NULL;
    struct node *tail = NULL;
    while (l != NULL) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            abort();
        *c = *l;
        c->next = NULL;
        if (tail == NULL)
            head = c;
        else
            tail->next = c;
        tail = c;
        l = l->next;
    }
    return head;
}
