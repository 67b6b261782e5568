// A loop that sets the links back of all cells.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

bool forward(struct node *l) { return l == NULL || forward(l->next); }

void renew(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL));
    struct node *prev = NULL;
    for (struct node *p = l; p != NULL; p = p->next) {
        p->prev = prev;
        prev = p;
    }
}

void make(struct node *l) {
    sw_requires(forward(l));
    sw_ensures(dll(l, NULL));
    struct node *prev = NULL;
    for (struct node *p = l; p != NULL; p = p->next) {
        p->prev = prev;
        prev = p;
    }
}

int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            abort();
        c->data = i;
        c->prev = NULL;
        c->next = l;
        l = c;
    }
    make(l);
    renew(l);
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
