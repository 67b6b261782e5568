//@ proved
// A search tree of numbers: those that are asked for are inserted and erased.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left;
    struct node *right;
};

static struct node *insert(struct node *root, int key) {
    if (root == NULL) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            exit(1);
        n->key = key;
        n->left = n->right = NULL;
        return n;
    }
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    return root;
}

static struct node *erase(struct node *root, int key) {
    if (root == NULL)
        return NULL;
    if (key < root->key) {
        root->left = erase(root->left, key);
        return root;
    }
    if (key > root->key) {
        root->right = erase(root->right, key);
        return root;
    }
    if (root->left == NULL) {
        struct node *right = root->right;
        free(root);
        return right;
    }
    if (root->right == NULL) {
        struct node *left = root->left;
        free(root);
        return left;
    }
    // The least key on the right takes its place.
    struct node *parent = root, *least = root->right;
    while (least->left != NULL) {
        parent = least;
        least = least->left;
    }
    root->key = least->key;
    if (parent == root)
        root->right = least->right;
    else
        parent->left = least->right;
    free(least);
    return root;
}

static void destroy(struct node *root) {
    if (root == NULL)
        return;
    destroy(root->left);
    destroy(root->right);
    free(root);
}

int main(void) {
    struct node *root = NULL;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        if (command == 0)
            break;
        int key = __VERIFIER_nondet_int();
        if (command == 1)
            root = insert(root, key);
        else
            root = erase(root, key);
    }
    destroy(root);
    return 0;
}
