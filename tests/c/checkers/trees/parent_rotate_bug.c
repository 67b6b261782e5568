// The subtree that changes its parent is not told.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *up;
    int key;
};

bool ptree(struct tree *t, struct tree *up) {
    return t == NULL || (t->up == up && ptree(t->left, t) && ptree(t->right, t));
}

struct tree *rotate_left(struct tree *t) {
    sw_requires(ptree(t, NULL));
    sw_ensures(ptree(sw_result, NULL)); //~ error[contract]
    if (t == NULL || t->right == NULL)
        return t;
    struct tree *r = t->right;
    t->right = r->left;
    r->up = t->up;
    r->left = t;
    t->up = r;
    return r;
}
