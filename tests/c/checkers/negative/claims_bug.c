// Claims about structures that do not hold of all of them.
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
    sw_requires(list(a) && list(b));
    sw_ensures(list(a) && list(b) && sw_result); //~ error[contract]
    return a != b;
}

bool rings_apart(struct node *a, struct node *b) {
    sw_requires(circ(a) && circ(b));
    sw_ensures(circ(a) && circ(b) && sw_result); //~ error[contract]
    return a != b;
}

bool part_not_empty(struct node *l, struct node *e) {
    sw_requires(to(l, e));
    sw_ensures(to(l, e) && sw_result); //~ error[contract]
    return l != e;
}

bool part_ends_null(struct node *l, struct node *e) {
    sw_requires(to(l, e));
    sw_ensures(to(l, e) && sw_result); //~ error[contract]
    while (l != e)
        l = l->next;
    return l == NULL;
}

bool parts_differ(struct node *a, struct node *b, struct node *e) {
    sw_requires(to(a, e) && to(b, e));
    sw_ensures(to(a, e) && to(b, e) && sw_result); //~ error[contract]
    return a != b;
}

bool ring_has_two(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && sw_result); //~ error[contract]
    return h->next != h;
}

bool ring_has_three(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && sw_result); //~ error[contract]
    return h->next->next != h;
}

bool ring_step_back(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && sw_result); //~ error[contract]
    struct node *c = h->next;
    while (c->next != h)
        c = c->next;
    return c != h;
}

bool dll_has_two(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result); //~ error[contract]
    return l->next != NULL;
}

bool dll_one_step(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result); //~ error[contract]
    struct node *p = l;
    if (p->next != NULL)
        p = p->next;
    return p == l;
}

bool dll_halfway(struct node *l) {
    sw_requires(dll(l, NULL) && l != NULL);
    sw_ensures(dll(l, NULL) && sw_result); //~ error[contract]
    struct node *p = l;
    while (p->next != NULL)
        p = p->next;
    if (p->prev != NULL)
        p = p->prev;
    return p == l;
}

bool level_not_empty(struct node *l) {
    sw_requires(level1(l) && l != NULL);
    sw_ensures(level1(l) && sw_result); //~ error[contract]
    return l->next != l->prev;
}

bool level_is_empty(struct node *l) {
    sw_requires(level1(l) && l != NULL);
    sw_ensures(level1(l) && sw_result); //~ error[contract]
    return l->next == l->prev;
}

bool deque_has_two(struct deque *d) {
    sw_requires(deque(d));
    sw_ensures(deque(d) && sw_result); //~ error[contract]
    return d->first != d->last;
}

bool deque_has_one(struct deque *d) {
    sw_requires(deque(d));
    sw_ensures(deque(d) && sw_result); //~ error[contract]
    return d->first == d->last;
}

bool ring_not_empty(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h) && sw_result); //~ error[contract]
    return h->next != h;
}

bool ring_more_than_one(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h) && sw_result); //~ error[contract]
    return h->next == h || h->next != h->prev;
}

bool ring_at_most_one(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h) && sw_result); //~ error[contract]
    return h->next == h->prev;
}

bool ring_back(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h) && sw_result); //~ error[contract]
    return h->next->next == h;
}

bool sorted_strictly(struct node *l, int least) {
    sw_requires(sorted(l, least));
    sw_ensures(sorted(l, least) && sw_result); //~ error[contract]
    return l == NULL || least < l->data;
}

bool sorted_pair(struct node *l, int least) {
    sw_requires(sorted(l, least));
    sw_ensures(sorted(l, least) && sw_result); //~ error[contract]
    return l == NULL || l->next == NULL || l->data < l->next->data;
}

bool len_positive(struct node *l, int n) {
    sw_requires(len(l, n));
    sw_ensures(len(l, n) && sw_result); //~ error[contract]
    return n > 0;
}

bool len_short(struct node *l, int n) {
    sw_requires(len(l, n) && n >= 1);
    sw_ensures(len(l, n) && sw_result); //~ error[contract]
    return l->next == NULL || n > 2;
}

bool tree_sides(struct tree *t) {
    sw_requires(tree(t) && t != NULL);
    sw_ensures(tree(t) && sw_result); //~ error[contract]
    return t->left != t->right;
}

bool tree_leaf(struct tree *t) {
    sw_requires(tree(t) && t != NULL);
    sw_ensures(tree(t) && sw_result); //~ error[contract]
    while (t->left != NULL)
        t = t->left;
    return t->right == NULL;
}

bool bst_strictly(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi) && t != NULL);
    sw_ensures(bst(t, lo, hi) && sw_result); //~ error[contract]
    return lo < t->key;
}

bool bst_leftmost(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi) && t != NULL);
    sw_ensures(bst(t, lo, hi) && sw_result); //~ error[contract]
    while (t->left != NULL)
        t = t->left;
    return t->key == lo;
}

bool ptree_climbs_once(struct tree *t) {
    sw_requires(ptree(t, NULL) && t != NULL);
    sw_ensures(ptree(t, NULL) && sw_result); //~ error[contract]
    struct tree *p = t;
    while (p->left != NULL)
        p = p->left;
    if (p->up != NULL)
        p = p->up;
    return p == t;
}
