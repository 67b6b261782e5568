// Copies a list, then frees the list and its copy in step.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

void copy_and_delete(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    struct node *p = NULL;
    struct node *q = NULL;
    struct node *y;
    for (y = x; y != NULL; y = y->next) {
        q = malloc(sizeof *q);
        if (q == NULL)
            abort();
        q->data = y->data;
        q->next = p;
        p = q;
    }
    y = x;
    while (y != NULL) {
        y = y->next;
        q = q->next; //~ safe[null-deref] //~ safe[use-after-free]
        free(x); //~ safe[double-free]
        free(p); //~ safe[double-free]
        x = y;
        p = q;
    }
} //~ safe[leak]
