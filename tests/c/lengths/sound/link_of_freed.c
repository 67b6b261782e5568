// The link that a pointer to it was made from is freed with its cell.
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    if (a == NULL)
        return 1;
    a->next = NULL;
    struct node **link = &a->next;
    int *data = &a->data;
    free(a);
    if (rand())
        *data = 1; //~ error[use-after-free]
    else
        *link = NULL; //~ error[use-after-free]
    return 0;
}
