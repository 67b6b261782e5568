// A new block is stored, and a call then changes what it holds.
#include <stdlib.h>
struct node { int *value; };
static struct node *kept, *spare;
static void swap(void) {
    spare->value = kept->value; //~ FP[leak]: that `kept` and `spare` differ is not known
    kept->value = NULL; //~ FP[leak]: that `kept` and `spare` differ is not known
}
int main(void) {
    spare = malloc(sizeof *spare);
    if (spare == NULL) return 1;
    spare->value = NULL;
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return 1;
    n->value = malloc(4);
    kept = n;
    swap();
    free(n->value);
    free(n);
    n = spare;
    spare = NULL;
    free(n); //~ error[leak]
    return 0;
}
