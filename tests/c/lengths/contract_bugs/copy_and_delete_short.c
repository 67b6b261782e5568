// The copy lacks the last cell.
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
    for (y = x; y != NULL && y->next != NULL; y = y->next) {
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
        q = q->next; //~ error[null-deref]
        free(x);
        free(p);
        x = y;
        p = q;
    }
}
