//@ unknown: copying a list cell as a whole is not modelled
// A cell is copied as a whole: two cells then lead to what one did.
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    if (a == NULL || b == NULL)
        exit(1);
    a->next = malloc(sizeof *a);
    a->data = 1;
    if (a->next == NULL)
        exit(1);
    a->next->next = NULL;
    *b = *a;
    free(a->next);
    free(b->next); //~ error[double-free]
    free(a);
    free(b);
    return 0;
}
