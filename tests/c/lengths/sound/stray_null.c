//@ unknown: this writes through a pointer of which nothing is known
// Null with an offset is neither null nor anything that can be read.
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *p = NULL;
    struct node **link = &p->next;
    if (link == NULL)
        return 1;
    *link = NULL; //~ error[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds]
    return 0;
}
