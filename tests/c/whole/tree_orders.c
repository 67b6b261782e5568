//@ proved
// A search tree of constants, and its parts freed from the leaves up.
#include <assert.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *insert(struct tree *t, int key) {
    if (t == NULL) {
        t = malloc(sizeof *t);
        if (t == NULL)
            abort();
        t->left = t->right = NULL;
        t->key = key;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

static void destroy(struct tree *t) {
    if (t == NULL)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void) {
    static const int keys[] = {50, 20, 70, 10, 30, 60, 80};
    struct tree *t = NULL;
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        t = insert(t, keys[i]);
    int least = 0;
    for (struct tree *n = t; n != NULL; n = n->left)
        least = n->key;
    assert(least == 10);
    destroy(t);
    return 0;
}
