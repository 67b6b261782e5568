// Walks over two lists at once.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

void add_to(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(a) && list(b));
    while (a != NULL && b != NULL) {
        a->data += b->data;
        a = a->next;
        b = b->next;
    }
}

bool equal(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(a) && list(b));
    while (a != NULL && b != NULL && a->data == b->data) {
        a = a->next;
        b = b->next;
    }
    return a == NULL && b == NULL;
}

struct node *zip(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    struct node *result = a;
    while (a != NULL && b != NULL) {
        struct node *a_next = a->next;
        struct node *b_next = b->next;
        a->next = b;
        if (a_next != NULL)
            b->next = a_next;
        else
            return result;
        a = a_next;
        b = b_next;
    }
    if (result == NULL)
        return b;
    while (b != NULL) {
        struct node *b_next = b->next;
        free(b);
        b = b_next;
    }
    return result;
}
