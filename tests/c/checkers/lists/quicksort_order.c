// Parts a list at a value: what is less goes to one list, the rest to the other.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

bool below(struct node *l, int value) {
    return l == NULL || (l->data < value && below(l->next, value));
}

bool above(struct node *l, int value) {
    return l == NULL || (l->data >= value && above(l->next, value));
}

struct halves {
    struct node *less;
    struct node *more;
};

void partition(struct node *l, int value, struct halves *h) {
    sw_requires(list(l) && h->less == NULL && h->more == NULL);
    sw_ensures(below(h->less, value) && above(h->more, value));
    while (l != NULL) {
        struct node *next = l->next;
        if (l->data < value) {
            l->next = h->less;
            h->less = l;
        } else {
            l->next = h->more;
            h->more = l;
        }
        l = next;
    }
}

static void drop(struct node *l) {
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->data = i;
        c->next = l;
        l = c;
    }
    struct halves h = {NULL, NULL};
    partition(l, 2, &h);
    drop(h.less);
    drop(h.more);
    return 0;
}
