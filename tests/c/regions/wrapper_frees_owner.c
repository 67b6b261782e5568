// A wrapper frees the owner of another block, after that one.
#include <stdlib.h>
struct person { char *name; };
static void release(void *p) { free(p); }
int main(void) {
    struct person *p = malloc(sizeof *p);
    if (p == NULL) return 1;
    p->name = malloc(8);
    release(p->name);
    release(p);
    return 0; //~ safe[leak] //~ safe[double-free]
}
