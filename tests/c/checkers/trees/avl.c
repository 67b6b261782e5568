// A tree with a balance of -1, 0 or 1 in every node.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
    int balance;
};

bool avl(struct tree *t) {
    return t == NULL || (-1 <= t->balance && t->balance <= 1 && avl(t->left) && avl(t->right));
}

static struct tree *rotate_left(struct tree *t) {
    struct tree *r = t->right;
    t->right = r->left;
    r->left = t;
    return r;
}

static struct tree *rotate_right(struct tree *t) {
    struct tree *l = t->left;
    t->left = l->right;
    l->right = t;
    return l;
}

/* After the left side has grown. */
static struct tree *left_grew(struct tree *t, bool *grew) {
    if (t->balance > 0) {
        t->balance = 0;
        *grew = false;
    } else if (t->balance == 0) {
        t->balance = -1;
    } else if (t->left == NULL) {
        *grew = false;
    } else {
        struct tree *l = t->left;
        if (l->balance > 0 && l->right != NULL) {
            struct tree *m = l->right;
            t->left = rotate_left(l);
            l->balance = m->balance > 0 ? -1 : 0;
            t->balance = m->balance < 0 ? 1 : 0;
            m->balance = 0;
        } else {
            t->balance = 0;
            l->balance = 0;
        }
        t = rotate_right(t);
        *grew = false;
    }
    return t;
}

/* After the right side has grown. */
static struct tree *right_grew(struct tree *t, bool *grew) {
    if (t->balance < 0) {
        t->balance = 0;
        *grew = false;
    } else if (t->balance == 0) {
        t->balance = 1;
    } else if (t->right == NULL) {
        *grew = false;
    } else {
        struct tree *r = t->right;
        if (r->balance < 0 && r->left != NULL) {
            struct tree *m = r->left;
            t->right = rotate_right(r);
            r->balance = m->balance < 0 ? 1 : 0;
            t->balance = m->balance > 0 ? -1 : 0;
            m->balance = 0;
        } else {
            t->balance = 0;
            r->balance = 0;
        }
        t = rotate_left(t);
        *grew = false;
    }
    return t;
}

bool flag(bool *b) { return b != NULL && (*b || !*b); }

struct tree *insert(struct tree *t, int key, bool *grew) {
    sw_requires(avl(t) && flag(grew));
    sw_ensures(avl(sw_result) && flag(grew));
    if (t == NULL) {
        struct tree *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->left = NULL;
        n->right = NULL;
        n->key = key;
        n->balance = 0;
        *grew = true;
        return n;
    }
    if (key < t->key) {
        t->left = insert(t->left, key, grew);
        if (*grew)
            t = left_grew(t, grew);
    } else if (key > t->key) {
        t->right = insert(t->right, key, grew);
        if (*grew)
            t = right_grew(t, grew);
    } else {
        *grew = false;
    }
    return t;
}

void destroy(struct tree *t) {
    sw_requires(avl(t));
    if (t == NULL)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void) {
    struct tree *t = NULL;
    bool grew = false;
    for (int i = 0; i < 6; i++)
        t = insert(t, i, &grew);
    destroy(t);
    return 0;
}
