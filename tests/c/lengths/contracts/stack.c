// A stack: cells come and go at the front.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *push(struct node *top, int value) {
    sw_requires(sw_len(top) >= 0);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(top)) + 1);
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    p->data = value;
    p->next = top;
    return p; //~ safe[leak]
}

struct node *pop(struct node *top) {
    sw_requires(sw_len(top) >= 1);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(top)) - 1);
    struct node *rest = top->next; //~ safe[null-deref]
    free(top); //~ safe[leak]
    return rest;
}

void clear(struct node *top) {
    sw_requires(sw_len(top) >= 0);
    while (top != NULL)
        top = pop(top); //~ safe[contract]
}
