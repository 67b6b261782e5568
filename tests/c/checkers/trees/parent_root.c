// From any node the way up ends at the root.
//@ proved
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

struct tree *root_of(struct tree *t, int key) {
    sw_requires(ptree(t, NULL) && t != NULL);
    sw_ensures(ptree(t, NULL) && sw_result == t);
    struct tree *p = t;
    while (p->key != key) {
        struct tree *child = key < p->key ? p->left : p->right;
        if (child == NULL)
            break;
        p = child;
    }
    while (p->up != NULL)
        p = p->up;
    return p;
}
