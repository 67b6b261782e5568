// Nodes that know their parents: down to a place, and up again.
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

struct tree *insert(struct tree *t, int key) {
    sw_requires(ptree(t, NULL));
    sw_ensures(ptree(sw_result, NULL));
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return t;
    n->left = NULL;
    n->right = NULL;
    n->key = key;
    struct tree *up = NULL;
    struct tree *p = t;
    while (p != NULL) {
        up = p;
        p = key < p->key ? p->left : p->right;
    }
    n->up = up;
    if (up == NULL)
        return n;
    if (key < up->key)
        up->left = n;
    else
        up->right = n;
    return t;
}

int depth_of(struct tree *t, int key) {
    sw_requires(ptree(t, NULL));
    sw_ensures(ptree(t, NULL));
    struct tree *p = t;
    while (p != NULL && p->key != key)
        p = key < p->key ? p->left : p->right;
    int depth = 0;
    while (p != NULL) {
        depth++;
        p = p->up;
    }
    return depth;
}

static struct tree *put(struct tree *t, struct tree *up, int key) {
    sw_requires(ptree(t, up));
    sw_ensures(ptree(sw_result, up));
    if (t == NULL) {
        struct tree *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->left = NULL;
        n->right = NULL;
        n->up = up;
        n->key = key;
        return n;
    }
    if (key < t->key)
        t->left = put(t->left, t, key);
    else
        t->right = put(t->right, t, key);
    return t;
}

static void destroy(struct tree *t, struct tree *up) {
    sw_requires(ptree(t, up));
    if (t == NULL)
        return;
    destroy(t->left, t);
    destroy(t->right, t);
    free(t);
}

int main(void) {
    for (int key = 0; key < 7; key++) {
        struct tree *t = NULL;
        for (int i = 0; i < 7; i++)
            t = put(t, NULL, i * 3 % 7);
        t = insert(t, key);
        depth_of(t, key);
        destroy(t, NULL);
    }
    return 0;
}
