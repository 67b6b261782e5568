// Walks through a whole tree without a stack: the links to the children lead back to the parents meanwhile.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

/* Visits every node three times, rotating its three links (left, right, parent) each time. */
void walk(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t)); //~ FP[contract]
    if (t == NULL)
        return;
    struct tree *prev = (struct tree *)-1;
    struct tree *cur = t;
    while (cur != (struct tree *)-1) {
        struct tree *next = cur->left;
        cur->left = cur->right;
        cur->right = prev;
        prev = cur;
        cur = next;
        if (cur == NULL) {
            cur = prev;
            prev = NULL;
        }
    }
} //~ FP[leak]

static struct tree *grow(int depth) {
    sw_ensures(tree(sw_result));
    if (depth <= 0)
        return NULL;
    struct tree *t = malloc(sizeof *t);
    if (t == NULL)
        abort();
    t->key = depth;
    t->left = grow(depth - 1);
    t->right = grow(depth - 2);
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
    for (int depth = 0; depth < 4; depth++) {
        struct tree *t = grow(depth);
        walk(t);
        destroy(t);
    }
    return 0;
}
