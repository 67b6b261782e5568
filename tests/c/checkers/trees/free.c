// Frees a tree, by recursion, by rotating, and with a stack.
//@ proved
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
    if (t == NULL)
        return;
    free_tree(t->left);
    free_tree(t->right);
    free(t);
}

void free_rotating(struct tree *t) {
    sw_requires(tree(t));
    while (t != NULL) {
        struct tree *l = t->left;
        if (l != NULL) {
            t->left = l->right;
            l->right = t;
            t = l;
        } else {
            struct tree *r = t->right;
            free(t);
            t = r;
        }
    }
}

struct entry {
    struct entry *next;
    struct tree *tree;
};

bool stack(struct entry *s) { return s == NULL || (tree(s->tree) && stack(s->next)); }

static struct entry *push(struct entry *s, struct tree *t) {
    sw_requires(stack(s) && tree(t));
    sw_ensures(stack(sw_result));
    if (t == NULL)
        return s;
    struct entry *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->tree = t;
    e->next = s;
    return e;
}

void free_with_stack(struct tree *t) {
    sw_requires(tree(t));
    struct entry *s = push(NULL, t);
    while (s != NULL) {
        struct entry *e = s;
        struct tree *n = e->tree;
        s = e->next;
        free(e);
        if (n != NULL) {
            s = push(s, n->left);
            s = push(s, n->right);
            free(n);
        }
    }
}
