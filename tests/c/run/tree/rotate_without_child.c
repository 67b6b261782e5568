// Rotates a node left without looking whether it has a right child.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *rotate_left(struct node *n) {
    struct node *up = n->right;
    n->right = up->left; //~ error[null-deref]
    up->left = n;
    return up;
}

static void print(const struct node *n) {
    if (!n) {
        printf(".");
        return;
    }
    printf("(");
    print(n->left);
    printf("%d", n->key);
    print(n->right);
    printf(")");
}

int main(void) {
    struct node pool[4], *root = NULL;
    for (int i = 3; i >= 0; i--) {
        pool[i] = (struct node){.key = i, .right = root};
        root = &pool[i];
    }
    int turns = 4 + (int)((unsigned)__VERIFIER_nondet_int() % 3);
    for (int i = 0; i < turns; i++) {
        print(root);
        putchar('\n');
        root = rotate_left(root);
    }
    return 0;
}
