// The lecture's example: the elements of one list are put between those of another.
//@ unknown: it is not known what callers give to the functions
struct list { struct list *n; int data; };
struct list *splice(struct list *x, struct list *y) {
    struct list *t = 0;
    struct list *z = y;
    while (x != 0) {
        t = x;
        x = t->n;
        t->n = y->n;
        y->n = t;
        y = y->n->n;
    }
    return z; //~ safe[double-free]
}
