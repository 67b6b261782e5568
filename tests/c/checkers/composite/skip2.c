// A skip list of two levels: search, insertion, deletion.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

/* All nodes are linked by `next`; `jump` links those that are on the upper level too. */
struct node {
    struct node *next;
    struct node *jump;
    int key;
};

bool level0(struct node *n, struct node *end) {
    return n == end || (n != NULL && n->jump == NULL && level0(n->next, end));
}

bool level1(struct node *n) { return n == NULL || (level0(n->next, n->jump) && level1(n->jump)); }

bool contains(struct node *l, int key) {
    sw_requires(level1(l));
    sw_ensures(level1(l));
    if (l == NULL || l->key > key)
        return false;
    while (l->jump != NULL && l->jump->key <= key)
        l = l->jump;
    struct node *end = l->jump;
    for (struct node *p = l; p != end && p != NULL; p = p->next)
        if (p->key == key)
            return true;
    return false;
}

struct node *insert_first(struct node *l, int key) {
    sw_requires(level1(l));
    sw_ensures(level1(sw_result));
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return l;
    n->key = key;
    n->next = l;
    n->jump = l;
    return n;
}

/* Puts a key on the lower level, somewhere behind the first node. */
void insert(struct node *l, int key) {
    sw_requires(level1(l) && l != NULL);
    sw_ensures(level1(l));
    while (l->jump != NULL && l->jump->key < key)
        l = l->jump;
    struct node *end = l->jump;
    struct node *p = l;
    while (p->next != end && p->next->key < key)
        p = p->next;
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return;
    n->key = key;
    n->jump = NULL;
    n->next = p->next;
    p->next = n;
}

/* Takes a key off the lower level. */
void remove_low(struct node *l, int key) {
    sw_requires(level1(l) && l != NULL);
    sw_ensures(level1(l));
    while (l->jump != NULL && l->jump->key < key)
        l = l->jump;
    struct node *end = l->jump;
    struct node *p = l;
    while (p->next != end && p->next->key != key)
        p = p->next;
    if (p->next == end)
        return;
    struct node *n = p->next;
    p->next = n->next;
    free(n);
}

void destroy(struct node *l) {
    sw_requires(level1(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *l = insert_first(NULL, 8);
    l = insert_first(l, 4);
    if (l == NULL)
        return 0;
    insert(l, 5);
    insert(l, 6);
    insert(l, 9);
    bool found = contains(l, 6);
    remove_low(l, 5);
    destroy(l);
    return found ? 0 : 0;
}
