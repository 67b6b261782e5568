// A new block is stored, and a call then changes what it holds.
#include <stdlib.h>
struct node { int *value; };
static struct node *kept, *spare;
static void swap(void) {
    spare->value = kept->value;
    kept->value = NULL; //~ FP[leak]: that `kept` and `spare` differ is not known
}
int main(void) {
    spare = malloc(sizeof *spare);
    struct node *n = malloc(sizeof *n);
    if (n == NULL || spare == NULL) return 1; //~ error[leak]
    int *p = malloc(4);
    n->value = p;
    spare->value = NULL;
    kept = n;
    p = NULL;
    swap();
    free(n->value);
    free(n);
    kept = NULL;
    free(spare); //~ error[leak]
    return 0;
}
