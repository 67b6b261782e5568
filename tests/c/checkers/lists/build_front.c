// Builds a list, each new cell in front of the others.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *build_front(int n) {
    sw_ensures(list(sw_result));
    struct node *l = NULL;
    for (int i = 0; i < n; i++) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            return l;
        c->data = i; //~ safe[null-deref]
        c->next = l;
        l = c; //~ safe[leak]
    }
    return l;
}

struct node *push(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c != NULL) {
        c->data = value;
        c->next = l;
        l = c;
    }
    return l;
}

struct node *pop(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(sw_result));
    struct node *rest = l->next;
    free(l);
    return rest;
}

int main(void) {
    struct node *l = push(build_front(3), 7);
    while (l != NULL)
        l = pop(l);
    return 0;
}
