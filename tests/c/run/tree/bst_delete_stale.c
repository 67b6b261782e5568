// Deleting the root's child frees it but leaves the parent's link; the next search steps on it.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct bst {
    int key;
    struct bst *child[2];
};

static void insert(struct bst **link, int key) {
    while (*link)
        link = &(*link)->child[key > (*link)->key];
    *link = calloc(1, sizeof **link);
    if (!*link)
        exit(2);
    (*link)->key = key;
}

static int contains(const struct bst *t, int key) {
    while (t) {
        if (t->key == key) //~ error[use-after-free]
            return 1;
        t = t->child[key > t->key];
    }
    return 0;
}

/* Removes a leaf and says whether there was one with that key. */
static int prune(struct bst *t, int key) {
    while (t && t->key != key)
        t = t->child[key > t->key];
    if (!t || t->child[0] || t->child[1])
        return 0;
    free(t);
    return 1;
}

static void drop(struct bst *t) {
    if (t) {
        drop(t->child[0]);
        drop(t->child[1]);
        free(t);
    }
}

int main(void) {
    static const int keys[] = {40, 20, 60, 10, 30, 50};
    struct bst *t = NULL;
    for (int i = 0; i < 6; i++)
        insert(&t, keys[i]);
    int victim = 10 * (int)((unsigned)__VERIFIER_nondet_int() % 8);
    if (prune(t, victim))
        printf("pruned %d\n", victim);
    printf("has %d: %d\n", victim, contains(t, victim));
    drop(t);
    return 0;
}
