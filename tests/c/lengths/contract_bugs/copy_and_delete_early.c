// A cell is freed before its link is read.
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
        free(x); //~ safe[double-free] //~ error[leak]: the cells behind it
        y = y->next; //~ error[use-after-free]
        q = q->next;
        free(p);
        x = y;
        p = q;
    }
}
