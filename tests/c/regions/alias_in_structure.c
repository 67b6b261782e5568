// A structure holds the other name, and is told.
#include <stdlib.h>
struct owner { int *block; };
int main(void) {
    struct owner *o = malloc(sizeof *o);
    if (o == NULL) return 1;
    int *p = malloc(4);
    o->block = p;
    free(p);
    o->block = NULL;
    free(o->block); //~ safe[double-free]
    free(o);
    return 0; //~ safe[leak]
}
