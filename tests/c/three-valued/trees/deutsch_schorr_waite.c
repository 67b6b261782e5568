// The traversal of Deutsch, Schorr and Waite: a tree is walked through with the way back kept in its own links. It is a tree afterwards, and every
// node of it has been visited.
//@ args: --domain three-valued
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left;
    struct node *right;
    int mark;
};

static int is_tree(const struct node *t) {
    if (t == NULL)
        return 1;
    if (!is_tree(t->left))
        return 0;
    return is_tree(t->right);
}

static struct node *create(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->left = NULL;
        n->right = NULL;
        n->mark = 0;
        if (root == NULL) {
            root = n;
            continue;
        }
        struct node *p = root;
        for (;;) {
            if (__VERIFIER_nondet_int()) {
                if (p->left == NULL) {
                    p->left = n;
                    break;
                }
                p = p->left;
            } else {
                if (p->right == NULL) {
                    p->right = n;
                    break;
                }
                p = p->right;
            }
        }
    }
    return root;
}

/* A node is marked 1 while its left subtree is walked through, and 2 from then on. */
static void traverse(struct node *root) {
    struct node *prev = NULL, *cur = root;
    while (prev != NULL || (cur != NULL && cur->mark == 0)) {
        if (cur != NULL && cur->mark == 0) {
            cur->mark = 1;
            struct node *next = cur->left;
            cur->left = prev;
            prev = cur;
            cur = next;
        } else if (prev->mark == 1) {
            prev->mark = 2;
            struct node *back = prev->left;
            prev->left = cur;
            cur = prev->right;
            prev->right = back;
        } else {
            struct node *back = prev->right;
            prev->right = cur;
            cur = prev;
            prev = back;
        }
    }
}

static void destroy(struct node *root) {
    while (root != NULL) {
        struct node *up = NULL, *p = root;
        for (;;) {
            if (p->left != NULL) {
                up = p;
                p = p->left;
            } else if (p->right != NULL) {
                up = p;
                p = p->right;
            } else {
                break;
            }
        }
        if (up == NULL)
            root = NULL;
        else if (up->left == p)
            up->left = NULL;
        else
            up->right = NULL;
        assert(p->mark == 2);
        free(p);
    }
}

int main(void) {
    struct node *root = create();
    traverse(root);
    assert(is_tree(root));
    destroy(root);
    return 0;
}
