// Merges two sorted lists into one.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool sorted(struct node *l, int least) {
    return l == NULL || (least <= l->data && sorted(l->next, l->data));
}

struct node *merge(struct node *a, struct node *b, int least) {
    sw_requires(sorted(a, least) && sorted(b, least));
    sw_ensures(sorted(sw_result, least));
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    struct node *head;
    if (a->data <= b->data) {
        head = a;
        a = a->next;
    } else {
        head = b;
        b = b->next;
    }
    struct node *tail = head;
    while (a != NULL && b != NULL) {
        if (a->data <= b->data) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = a != NULL ? a : b;
    return head;
}
