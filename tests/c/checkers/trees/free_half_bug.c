// Only the left spine is freed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

void free_tree(struct tree *t) {
    sw_requires(tree(t));
    while (t != NULL) {
        struct tree *l = t->left;
        free(t); //~ error[leak]
        t = l;
    }
}
