// Cursors under goto, continue and break.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

int count(struct node *l, int stop, int skip) {
    sw_requires(list(l));
    sw_ensures(list(l));
    bool seen = false;
    struct node *p = l;
again:
    for (; p != NULL; p = p->next) {
        if (p->data == skip)
            continue;
        if (p->data == stop)
            break;
        seen = true;
    }
    if (p != NULL && !seen) {
        p = p->next;
        seen = true;
        goto again;
    }
    return seen;
}

struct node *remove_some(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node **link = &l;
    for (;;) {
        struct node *c = *link;
        if (c == NULL)
            goto done;
        if (c->data != value) {
            link = &c->next;
            continue;
        }
        *link = c->next;
        free(c);
        if (*link == NULL)
            break;
    }
done:
    return l;
}
