// A list is ended by an unset link: the builder forgets to end the last node.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(int n) {
    struct node *first = NULL, *last = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(2);
        node->value = i * 3;
        if (last)
            last->next = node;
        else
            first = node;
        last = node;
    }
    return first;
}

int main(void) {
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 4);
    struct node *p = build(n);
    int seen = 0;
    while (p) { //~ error[uninitialized]
        struct node *next = p->next;
        printf("%d\n", p->value);
        free(p);
        p = next;
        if (++seen == n)
            puts("all seen");
    }
    return 0;
}
