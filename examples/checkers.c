#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool dll(struct node *n, struct node *prev) {
    return n == NULL || (n->prev == prev && dll(n->next, n));
}

bool sorted(struct node *n, int least) {
    return n == NULL || (n->data >= least && sorted(n->next, n->data));
}

struct node *last(struct node *n) {
    sw_requires(n != NULL && dll(n, NULL));
    sw_ensures(dll(n, NULL));
    while (n->next != NULL)
        n = n->next;
    return n;
}

int least(struct node *n) {
    sw_requires(sorted(n, 0));
    sw_ensures(sorted(n, 0));
    return n == NULL ? 0 : n->data;
}
