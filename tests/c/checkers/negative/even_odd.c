// Two checkers, and two functions, that call each other: lists of an even and of an odd number of cells.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};


bool odd(struct node *l);
bool even(struct node *l) { return l == NULL || odd(l->next); }
bool odd(struct node *l) { return l != NULL && even(l->next); }

struct node *push(struct node *l, int value) {
    sw_requires(even(l));
    sw_ensures(odd(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    c->next = l;
    return c;
}

void free_odd(struct node *l);

void free_even(struct node *l) {
    sw_requires(even(l));
    if (l == NULL)
        return;
    struct node *next = l->next;
    free(l);
    free_odd(next);
}

void free_odd(struct node *l) {
    sw_requires(odd(l));
    struct node *next = l->next; //~ safe[null-deref]
    free(l);
    free_even(next);
}

int sum_pairs(struct node *l) {
    sw_requires(even(l));
    sw_ensures(even(l));
    int sum = 0;
    while (l != NULL) {
        sum ^= l->data;
        l = l->next;
        sum ^= l->data; //~ safe[null-deref]
        l = l->next;
    }
    return sum;
}
