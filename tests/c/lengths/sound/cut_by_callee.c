// A callee takes a cell out of the middle; another cuts the rest off.
#include <stdlib.h>
#include <assert.h>
struct node { struct node *next; int data; };
static void cut(struct node *l) { l->next = NULL; }  //~ error[leak]
static void drop_next(struct node *l) { struct node *n = l->next; if (n) { l->next = n->next; free(n); } }
int main(void) {
    struct node *a = malloc(sizeof *a); if (!a) abort();
    struct node *b = malloc(sizeof *b); if (!b) abort();
    struct node *c = malloc(sizeof *c); if (!c) abort();
    a->next = b; b->next = c; c->next = NULL; a->data = b->data = c->data = 0;
    drop_next(a);
    assert(a->next == c); //~ safe[assert-fail]
    if (rand()) { b->data = 1; } //~ error[use-after-free]
    c = NULL;
    cut(a);
    free(a);
    return 0;
}
