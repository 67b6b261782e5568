// A list of trees, and a tree of lists.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

struct plot {
    struct plot *next;
    struct tree *tree;
};

struct word {
    struct word *next;
    int line;
};

struct index {
    struct index *left;
    struct index *right;
    struct word *words;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }
bool wood(struct plot *p) { return p == NULL || (tree(p->tree) && wood(p->next)); }
bool words(struct word *w) { return w == NULL || words(w->next); }
bool index_tree(struct index *i) {
    return i == NULL || (words(i->words) && index_tree(i->left) && index_tree(i->right));
}

static void free_tree(struct tree *t) {
    sw_requires(tree(t));
    if (t == NULL)
        return;
    free_tree(t->left);
    free_tree(t->right);
    free(t);
}

void free_wood(struct plot *p) {
    sw_requires(wood(p));
    while (p != NULL) {
        struct plot *next = p->next;
        free_tree(p->tree);
        free(p);
        p = next;
    }
}

/* Takes the roots off all trees: their subtrees become trees of their own. */
struct plot *fell(struct plot *p) {
    sw_requires(wood(p));
    sw_ensures(wood(sw_result));
    for (struct plot *q = p; q != NULL; q = q->next) {
        struct tree *t = q->tree;
        if (t == NULL)
            continue;
        struct plot *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->tree = t->right;
        n->next = p;
        q->tree = t->left;
        free(t);
        p = n;
    }
    return p;
}

void note(struct index *i, int key, int line) {
    sw_requires(index_tree(i));
    sw_ensures(index_tree(i));
    while (i != NULL && i->key != key)
        i = key < i->key ? i->left : i->right;
    if (i == NULL)
        return;
    struct word *w = malloc(sizeof *w);
    if (w == NULL)
        return;
    w->line = line;
    w->next = i->words;
    i->words = w;
}

int occurrences(struct index *i) {
    sw_requires(index_tree(i));
    sw_ensures(index_tree(i));
    if (i == NULL)
        return 0;
    int n = occurrences(i->left) + occurrences(i->right);
    for (struct word *w = i->words; w != NULL; w = w->next)
        n++;
    return n;
}
