//@ confirmed
// A search tree that is changed by commands. Where a node with two children goes, what is right of its successor is forgotten: it takes four keys that lie
// right, and then the command to erase the one above them.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *root, int key) {
    if (root == NULL) {
        struct node *added = malloc(sizeof(struct node));
        if (added == NULL) {
            fprintf(stderr, "no memory\n");
            exit(1);
        }
        added->key = key;
        added->left = NULL;
        added->right = NULL;
        return added;
    }
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    else
        printf("%d is there already\n", key);
    return root;
}

static struct node *erase(struct node *root, int key) {
    if (root == NULL) {
        printf("%d is not there\n", key);
        return NULL;
    }
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
        root->right = NULL;
    else
        parent->left = least->right;
    free(least); //~ error[leak]
    return root;
}

static void print(const struct node *root) {
    if (root == NULL)
        return;
    print(root->left);
    printf("%d ", root->key);
    print(root->right);
}

static void free_all(struct node *root) {
    if (root == NULL)
        return;
    free_all(root->left);
    free_all(root->right);
    free(root);
}

int main(void) {
    struct node *root = NULL;
    int command, key;
    do {
        printf("1 insert, 2 erase, 3 print, 0 end\n");
        if (scanf("%d", &command) != 1)
            break;
        switch (command) {
        case 1:
            if (scanf("%d", &key) == 1)
                root = insert(root, key);
            break;
        case 2:
            if (scanf("%d", &key) == 1)
                root = erase(root, key);
            break;
        case 3:
            print(root);
            printf("\n");
            break;
        case 0:
            break;
        default:
            printf("no such command\n");
        }
    } while (command != 0);
    free_all(root);
    return 0;
}
