// Blocks that hold lists are made in calls.
//@ proved
#include <stdlib.h>
#include <assert.h>
struct node { struct node *next; int data; };
struct two { struct node *a; struct node *b; };
/* the heap block holding list pointers passes through calls */
static struct two *mk(struct node *x) { struct two *t = malloc(sizeof *t); if (!t) abort(); t->a = x; t->b = NULL; return t; }
static struct node *cell(void) { struct node *n = malloc(sizeof *n); if (!n) abort(); n->next = NULL; n->data = 0; return n; }
int main(void) {
    struct two *p = mk(cell());
    struct two *q = mk(cell());
    assert(p->a != q->a); //~ safe[assert-fail]
    free(p->a);
    int r = q->a->data; //~ safe[use-after-free]
    free(q->a); //~ safe[double-free]
    free(p); free(q);
    return r;
}
