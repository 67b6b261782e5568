// Claims about structures that hold of all of them.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *up;
    int key;
};

struct deque {
    struct node *first;
    struct node *last;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }
bool dll(struct node *l, struct node *prev) { return l == NULL || (l->prev == prev && dll(l->next, l)); }
bool level0(struct node *n, struct node *end) {
    return n == end || (n != NULL && n->prev == NULL && level0(n->next, end));
}
bool level1(struct node *n) { return n == NULL || (level0(n->next, n->prev) && level1(n->prev)); }
bool chain(struct node *l, struct node *prev, struct node *last) {
    return l == NULL ? prev == last : l->prev == prev && chain(l->next, l, last);
}
bool deque(struct deque *d) { return d != NULL && chain(d->first, NULL, d->last); }
bool cells(struct node *l, struct node *prev, struct node *head, struct node *last) {
    return l == head ? prev == last : l != NULL && l->prev == prev && cells(l->next, l, head, last);
}
bool ring(struct node *h) { return h != NULL && cells(h->next, h, h, h->prev); }
bool sorted(struct node *l, int least) { return l == NULL || (least <= l->data && sorted(l->next, l->data)); }
bool len(struct node *l, int n) { return l == NULL ? n == 0 : len(l->next, n - 1); }
bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }
bool ptree(struct tree *t, struct tree *up) {
    return t == NULL || (t->up == up && ptree(t->left, t) && ptree(t->right, t));
}
bool bst(struct tree *t, int lo, int hi) {
    return t == NULL || (lo <= t->key && t->key <= hi && bst(t->left, lo, t->key) && bst(t->right, t->key, hi));
}

bool lists_apart(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b) && a != NULL);
    sw_ensures(list(a) && list(b) && sw_result);
    return a != b;
}

bool part_walked(struct node *l, struct node *e) {
    sw_requires(to(l, e));
    sw_ensures(to(l, e) && sw_result);
    while (l != e)
        l = l->next;
    return l == e;
}

bool ring_around(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && sw_result);
    struct node *c = h->next;
    while (c != h)
        c = c->next;
    return c == h;
}

bool ring_before(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && sw_result);
    struct node *c = h;
    while (c->next != h)
        c = c->next;
    return c->next == h;
}

bool dll_back(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result);
    return l->next == NULL || l->next->prev == l;
}

bool dll_there_and_back(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result);
    struct node *p = l;
    while (p->next != NULL)
        p = p->next;
    while (p->prev != NULL)
        p = p->prev;
    return p == l;
}

bool dll_neighbours(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL) && sw_result); //~ FP[contract]
    for (struct node *p = l; p != NULL; p = p->next)
        if (p->next != NULL && p->next->prev != p)
            return false;
    return true;
}

bool deque_ends(struct deque *d) {
    sw_requires(deque(d));
    sw_ensures(deque(d) && sw_result);
    return (d->first == NULL) == (d->last == NULL);
}

bool ring_ends(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h) && sw_result);
    return (h->next == h) == (h->prev == h);
}

bool ring_neighbours(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h) && sw_result);
    return h->next->prev == h;
}

bool sorted_pair(struct node *l, int least) {
    sw_requires(sorted(l, least));
    sw_ensures(sorted(l, least) && sw_result);
    return l == NULL || l->next == NULL || l->data <= l->next->data;
}

bool sorted_all(struct node *l, int least) {
    sw_requires(sorted(l, least));
    sw_ensures(sorted(l, least) && sw_result);
    for (struct node *p = l; p != NULL; p = p->next)
        if (p->data < least)
            return false;
    return true;
}

bool len_null(struct node *l, int n) {
    sw_requires(len(l, n));
    sw_ensures(len(l, n) && sw_result); //~ FP[contract]
    return (l == NULL) == (n == 0);
}

bool len_not_negative(struct node *l, int n) {
    sw_requires(len(l, n));
    sw_ensures(len(l, n) && sw_result); //~ FP[contract]
    return n >= 0;
}

bool tree_sides(struct tree *t) {
    sw_requires(tree(t) && t != NULL);
    sw_ensures(tree(t) && sw_result);
    return t->left == NULL || t->left != t->right;
}

bool ptree_up(struct tree *t) {
    sw_requires(ptree(t, NULL) && t != NULL);
    sw_ensures(ptree(t, NULL) && sw_result); //~ FP[contract]
    struct tree *p = t;
    while (p->left != NULL)
        p = p->left;
    return p == t || p->up->left == p;
}

bool bst_bounds(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi) && t != NULL);
    sw_ensures(bst(t, lo, hi) && sw_result);
    while (t->right != NULL)
        t = t->right;
    return lo <= t->key && t->key <= hi;
}
