// A skip list of three levels.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *jump;
    struct node *leap;
    int key;
};

bool level0(struct node *n, struct node *end) {
    return n == end || (n != NULL && n->jump == NULL && n->leap == NULL && level0(n->next, end));
}

bool level1(struct node *n, struct node *end) {
    return n == end ||
           (n != NULL && n->leap == NULL && level0(n->next, n->jump) && level1(n->jump, end));
}

bool level2(struct node *n) {
    return n == NULL || (level0(n->next, n->jump) && level1(n->jump, n->leap) && level2(n->leap));
}

bool contains(struct node *l, int key) {
    sw_requires(level2(l));
    sw_ensures(level2(l));
    if (l == NULL || l->key > key)
        return false;
    while (l->leap != NULL && l->leap->key <= key)
        l = l->leap;
    struct node *end = l->leap;
    while (l->jump != end && l->jump->key <= key)
        l = l->jump;
    return l->key == key;
}

struct node *insert_first(struct node *l, int key) {
    sw_requires(level2(l));
    sw_ensures(level2(sw_result));
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return l;
    n->key = key;
    n->next = l;
    n->jump = l;
    n->leap = l;
    return n;
}

void insert_low(struct node *l, int key) {
    sw_requires(level2(l) && l != NULL);
    sw_ensures(level2(l));
    while (l->leap != NULL && l->leap->key <= key)
        l = l->leap;
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return;
    n->key = key;
    n->jump = NULL;
    n->leap = NULL;
    n->next = l->next;
    l->next = n;
}

void destroy(struct node *l) {
    sw_requires(level2(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *l = insert_first(insert_first(NULL, 8), 4);
    if (l == NULL)
        return 0;
    insert_low(l, 5);
    insert_low(l, 9);
    contains(l, 5);
    destroy(l);
    return 0;
}
