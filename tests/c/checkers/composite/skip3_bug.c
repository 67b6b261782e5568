// A new node has no link on the middle level, although it is on the upper level.
//@ args: --domain checkers
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

struct node *insert_first(struct node *l, int key) {
    sw_requires(level2(l));
    sw_ensures(level2(sw_result)); //~ error[contract]
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return l;
    n->key = key;
    n->next = l;
    n->jump = NULL;
    n->leap = l;
    return n;
}
