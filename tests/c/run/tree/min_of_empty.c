// Empties a search tree by taking minima, and takes one more than there are.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *root;

static void insert(int key) {
    struct node **link = &root;
    while (*link)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    *link = calloc(1, sizeof **link);
    if (!*link)
        exit(2);
    (*link)->key = key;
}

static int take_min(void) {
    struct node **link = &root;
    while ((*link)->left) //~ error[null-deref]
        link = &(*link)->left;
    struct node *min = *link;
    int key = min->key;
    *link = min->right;
    free(min);
    return key;
}

int main(void) {
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 5);
    for (int i = 0; i < n; i++)
        insert((int)((unsigned)__VERIFIER_nondet_int() % 30));
    for (int i = 0; i <= n; i++)
        printf("%d: %d\n", i, take_min());
    return 0;
}
