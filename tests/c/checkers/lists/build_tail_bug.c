// The first cell is never made the head, and the tail is followed before there is one.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *build_tail(int n) {
    sw_ensures(list(sw_result));
    struct node *head = NULL;
    struct node *tail = NULL;
    for (int i = 0; i < n; i++) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->data = i;
        c->next = NULL;
        tail->next = c; //~ error[null-deref]
        tail = c;
    }
    return head;
}
