// A structure brings its own destructor.
#include <stdlib.h>
struct object { void (*destroy)(struct object *); int *part; };
static void destroy(struct object *o) {
    free(o->part);
    free(o);
}
int main(void) {
    struct object *o = malloc(sizeof *o);
    if (o == NULL) return 1;
    o->destroy = destroy;
    o->part = malloc(4);
    o->destroy(o);
    return 0; //~ safe[leak] //~ safe[double-free]
}
