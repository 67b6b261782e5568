// The list is freed twice and the copy not at all.
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
        q = q->next; //~ FP[leak]: `p` still leads to it, though nobody asks
        free(x);
        free(x); //~ error[double-free] //~ FP[invalid-free]
        x = y;
        p = q;
    }
}
