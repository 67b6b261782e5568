// One cell is copied over another with two links, and what the first link led to is lost.
//@ args: --domain three-valued
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *other;
};

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
    if (!a || !b || !c)
        abort();
    a->next = c;
    a->other = NULL;
    b->next = NULL;
    b->other = NULL;
    c->next = NULL;
    c->other = NULL;
    c = NULL;
    *a = *b; //~ error[leak]
    free(a);
    free(b);
    return 0;
}
