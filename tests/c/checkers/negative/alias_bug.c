// A cell is freed while another cursor still stands on it.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

int pop_first(struct node **head) {
    sw_requires(list(*head) && *head != NULL);
    sw_ensures(list(*head));
    struct node *c = *head;
    struct node *keep = c;
    *head = c->next;
    free(c);
    return keep->data; //~ error[use-after-free]
}

struct node *drop_twice(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(sw_result));
    struct node *c = l;
    struct node *rest = l->next;
    free(c);
    if (rest == NULL)
        free(l); //~ error[double-free]
    return rest;
}
