// The last element's link is never set.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *first = malloc(sizeof *first);
    if (first == NULL)
        return 1;
    first->value = 1;
    struct node *n = first;
    while (n->next != NULL) //~ error[uninitialized]
        n = n->next;
    free(first);
    return 0;
}
