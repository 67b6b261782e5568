// The static cell at the end is freed with the others.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static struct node end;

bool list(struct node *l) { return l == &end || (l != NULL && list(l->next)); }

void free_all(struct node *l) {
    sw_requires(list(l));
    while (l != &end) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    free(l); //~ error[invalid-free]
}
