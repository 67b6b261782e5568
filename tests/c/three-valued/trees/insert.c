// Cells are hung into a tree, which stays one, and one path of it is walked.
//@ args: --domain three-valued
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *insert(struct tree *root, int key) {
    struct tree *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return root;
    cell->left = NULL;
    cell->right = NULL;
    cell->key = key;
    if (root == NULL)
        return cell;
    struct tree *at = root;
    for (;;) {
        if (key < at->key) {
            if (at->left == NULL) {
                at->left = cell;
                return root;
            }
            at = at->left;
        } else {
            if (at->right == NULL) {
                at->right = cell;
                return root;
            }
            at = at->right;
        }
    }
}

static int is_tree(const struct tree *t) {
    return t == NULL || (is_tree(t->left) && is_tree(t->right));
}

static struct tree *root;

int main(void) {
    while (__VERIFIER_nondet_int())
        root = insert(root, __VERIFIER_nondet_int());
    assert(is_tree(root));
    struct tree *at = root;
    while (at != NULL)
        at = __VERIFIER_nondet_int() ? at->left : at->right;
    return 0;
}
