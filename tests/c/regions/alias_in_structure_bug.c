// A structure holds the other name, and frees it again.
#include <stdlib.h>
struct owner { int *block; };
int main(void) {
    struct owner *o = malloc(sizeof *o);
    if (o == NULL) return 1;
    int *p = malloc(4);
    o->block = p;
    free(p);
    free(o->block); //~ error[double-free]
    free(o);
    return 0;
}
