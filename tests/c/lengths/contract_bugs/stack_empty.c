// A stack that may be empty is popped.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *pop(struct node *top) {
    sw_requires(sw_len(top) >= 0);
    sw_ensures(sw_len(sw_result) >= 0);
    struct node *rest = top->next; //~ error[null-deref]
    free(top); //~ safe[double-free]
    return rest;
}
