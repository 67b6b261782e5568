// Three cursors in one tree, each of which goes down anywhere.
//@ args: --domain checkers --malloc-never-fails --self-check=200
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int data;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

extern int __VERIFIER_nondet_int(void);

void walk(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    struct tree *a = t, *b = t, *c = t;
    while (__VERIFIER_nondet_int() % 8 != 0) {
        switch (__VERIFIER_nondet_int() % 3) {
        case 0:
            if (a != NULL)
                a = __VERIFIER_nondet_int() % 2 ? a->left : a->right;
            break;
        case 1:
            if (b != NULL)
                b = __VERIFIER_nondet_int() % 2 ? b->left : b->right;
            break;
        default:
            if (c != NULL)
                c = __VERIFIER_nondet_int() % 2 ? c->left : c->right;
            break;
        }
    }
    if (a != NULL && b != NULL && c != NULL) {
        a->data = 1;
        b->data = 2;
        c->data = 3;
        a->data = b->data + c->data;
    }
}
static struct tree *build(int depth) {
    sw_ensures(tree(sw_result));
    if (depth <= 0)
        return NULL;
    struct tree *t = malloc(sizeof *t);
    if (t == NULL)
        return NULL;
    t->data = 0;
    t->left = build(depth - 1);
    t->right = build(depth - 1);
    return t;
}

static void destroy(struct tree *t) {
    sw_requires(tree(t));
    if (t == NULL)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void) {
    struct tree *t = build(3);
    walk(t);
    destroy(t);
    return 0;
}
