// Calls through a table, with a counter of references that decides who frees.
//@ proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct object { int references; void (*release)(struct object *); };
static void release(struct object *o) { free(o); }
static void take(struct object *o) { o->references++; }
static void put(struct object *o) {
    if (--o->references == 0)
        o->release(o);
}
static void (*const actions[2])(struct object *) = { take, put };
int main(void) {
    struct object *o = malloc(sizeof *o);
    if (o == NULL) abort();
    o->references = 1;
    o->release = release;
    if (__VERIFIER_nondet_int()) {
        actions[0](o);
        actions[1](o);
    }
    actions[1](o);
    return 0;
}
