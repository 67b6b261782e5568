// What was given is not given back, or is not a list any more.
//@ args: --domain three-valued
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *append(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    if (a == NULL)
        return NULL; //~ error[leak]
    struct node *last = a;
    while (last->next != NULL)
        last = last->next;
    last->next = b;
    return a;
}

struct node *close(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result)); //~ error[contract]
    struct node *last = l;
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (last != NULL)
        last->next = l;
    return l;
}

void change(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l)); //~ error[contract]
    if (l != NULL && l->next != NULL) {
        struct node *second = l->next;
        l->next = second;
        second->next = second; //~ error[leak]
    }
}

int second(struct node *l) {
    sw_requires(l != NULL && list(l));
    sw_ensures(list(l));
    return l->next->data; //~ error[null-deref]
}
