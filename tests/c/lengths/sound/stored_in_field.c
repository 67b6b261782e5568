// A list is kept in a field that is not the link, and freed by another name.
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *other;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    if (a == NULL || b == NULL)
        exit(1);
    a->next = NULL;
    b->next = NULL;
    b->other = NULL;
    a->other = b;
    free(b);
    struct node *again = a->other;
    free(a);
    return again->next != NULL; //~ error[use-after-free] //~ FP[null-deref] //~ FP[out-of-bounds] //~ FP[uninitialized]
}
