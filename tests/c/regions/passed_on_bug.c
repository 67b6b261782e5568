// A new block is passed to a function that changes what it holds.
#include <stdlib.h>
struct node { int *value; };
static void swap(struct node *to, struct node *from) {
    to->value = from->value;
    from->value = NULL; //~ FP[leak]: that `to` and `from` differ is not known
}
int main(void) {
    struct node *spare = malloc(sizeof *spare);
    if (spare == NULL) return 1;
    spare->value = NULL;
    struct node *n = malloc(sizeof *n);
    if (n == NULL) {
        free(spare);
        return 1;
    }
    n->value = malloc(4);
    swap(spare, n);
    free(n->value);
    free(n);
    n = spare;
    free(n); //~ error[leak]
    return 0;
}
