// What is left of the second list is forgotten.
//@ args: --domain checkers
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
    if (tail == NULL)
        return a; //~ error[leak]
    tail->next = a;
    return head; //~ error[leak]
}
