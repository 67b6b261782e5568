// A wrapper frees the only owner of another block.
#include <stdlib.h>
struct person { char *name; };
static void release(void *p) {
    free(p); //~ error[leak]
}
int main(void) {
    struct person *p = malloc(sizeof *p);
    if (p == NULL) return 1;
    p->name = malloc(8);
    release(p);
    return 0;
}
