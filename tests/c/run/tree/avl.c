// An AVL tree: insertion with rotations, and a check of the balance everywhere.
//@ clean
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct avl {
    int key, height;
    struct avl *kid[2];
};

static int height(const struct avl *t) { return t ? t->height : 0; }

static void update(struct avl *t) {
    int l = height(t->kid[0]), r = height(t->kid[1]);
    t->height = 1 + (l > r ? l : r);
}

static struct avl *rotate(struct avl *t, int side) {
    struct avl *up = t->kid[!side];
    t->kid[!side] = up->kid[side];
    up->kid[side] = t;
    update(t);
    update(up);
    return up;
}

static struct avl *insert(struct avl *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            exit(2);
        *t = (struct avl){.key = key, .height = 1};
        return t;
    }
    int side = key > t->key;
    t->kid[side] = insert(t->kid[side], key);
    if (height(t->kid[side]) > height(t->kid[!side]) + 1) {
        if (height(t->kid[side]->kid[side]) < height(t->kid[side]->kid[!side]))
            t->kid[side] = rotate(t->kid[side], side);
        t = rotate(t, !side);
    }
    update(t);
    return t;
}

static int check_and_free(struct avl *t) {
    if (!t)
        return 0;
    int l = check_and_free(t->kid[0]);
    printf("%d/%d ", t->key, t->height);
    int r = check_and_free(t->kid[1]);
    assert(abs(l - r) <= 1);
    free(t);
    return 1 + (l > r ? l : r);
}

int main(void) {
    struct avl *t = NULL;
    int n = 3 + (int)((unsigned)__VERIFIER_nondet_int() % 12);
    for (int i = 0; i < n; i++)
        t = insert(t, __VERIFIER_nondet_int() % 90);
    printf("height %d\n", check_and_free(t));
    return 0;
}
