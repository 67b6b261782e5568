// Frees a list.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

void dispose(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    while (x != NULL) {
        struct node *t = x->next; //~ safe[use-after-free]
        free(x); //~ safe[double-free]
        x = t;
    }
}
