// Clearing the first link of an xor list loses all that only the links led to.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    uintptr_t link;
};

static struct node *make(int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->link = 0;
    return n;
}

int main(void) {
    struct node *a = make(1), *b = make(2), *c = make(3);
    a->link = (uintptr_t)b;
    b->link = (uintptr_t)a ^ (uintptr_t)c;
    c->link = (uintptr_t)b;
    b = c = NULL;
    printf("%d\n", ((struct node *)a->link)->value);
    a->link = 0; //~ error[leak]
    printf("%d\n", a->value);
    free(a);
    return 0;
}
