// Two names for one block, freed by one of them.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    int *q = p;
    free(q); //~ safe[double-free]
    p = NULL;
    free(p); //~ safe[double-free]
    return 0; //~ safe[leak]
}
