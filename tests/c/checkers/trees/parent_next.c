// The next node in order, from any node.
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

static struct tree *leftmost(struct tree *t) {
    while (t->left != NULL)
        t = t->left;
    return t;
}

static struct tree *next(struct tree *n) {
    if (n->right != NULL)
        return leftmost(n->right);
    while (n->up != NULL && n->up->right == n)
        n = n->up;
    return n->up;
}

int sum(struct tree *t) {
    sw_requires(ptree(t, NULL));
    sw_ensures(ptree(t, NULL));
    int sum = 0;
    if (t == NULL)
        return 0;
    for (struct tree *n = leftmost(t); n != NULL; n = next(n))
        sum += n->key;
    return sum;
}
