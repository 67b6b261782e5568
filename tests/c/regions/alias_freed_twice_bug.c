// Two names for one block, freed by both.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    int *q = p;
    free(q);
    free(p); //~ error[double-free]
    return 0;
}
