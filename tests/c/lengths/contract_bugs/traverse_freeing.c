// The walk frees each cell before it reads the link.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

void dispose(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    for (struct node *p = x; p != NULL; p = p->next) //~ error[use-after-free]
        free(p); //~ safe[double-free] //~ error[leak]: the cells behind it
}
