// The end wants the count to be zero and every cell wants it positive, but it never changes: no list satisfies this.
//@ unknown: nothing satisfies what `walk` requires here: it can never be called
#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool counted(struct node *n, int count) { return n == NULL ? count == 0 : count > 0 && counted(n->next, count); }

void walk(struct node *n) {
    sw_requires(n != NULL && counted(n, 3)); //~ error[bad-checker]
}
