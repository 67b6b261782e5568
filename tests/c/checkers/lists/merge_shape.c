// Merges two lists by what they hold; only the shape is claimed.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *merge(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    struct node *head = NULL;
    struct node **end = &head;
    while (a != NULL && b != NULL) {
        struct node **less = a->data <= b->data ? &a : &b;
        *end = *less;
        end = &(*less)->next;
        *less = (*less)->next;
    }
    *end = a != NULL ? a : b;
    return head;
}

struct node *merge_plain(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    struct node *head = NULL;
    struct node *tail = NULL;
    while (a != NULL && b != NULL) {
        struct node *c;
        if (a->data <= b->data) {
            c = a;
            a = a->next;
        } else {
            c = b;
            b = b->next;
        }
        if (tail == NULL)
            head = c;
        else
            tail->next = c;
        tail = c;
    }
    struct node *rest = a != NULL ? a : b;
    if (tail == NULL)
        return rest;
    tail->next = rest;
    return head;
}

struct node *merge_recursive(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (a->data <= b->data) {
        a->next = merge_recursive(a->next, b);
        return a;
    }
    b->next = merge_recursive(a, b->next);
    return b;
}
