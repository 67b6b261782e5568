// Takes a cell that holds a value out of a ring.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *remove_value(struct node *h, int value) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result));
    if (h == NULL)
        return NULL;
    struct node *prev = h;
    while (prev->next != h && prev->next->data != value)
        prev = prev->next;
    struct node *c = prev->next;
    if (c->data != value)
        return h;
    if (c == prev) {
        free(c);
        return NULL;
    }
    prev->next = c->next;
    free(c);
    return prev;
}

static struct node *add(struct node *h, int value) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result) && sw_result != NULL);
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    if (h == NULL) {
        c->next = c;
        return c;
    }
    c->next = h->next;
    h->next = c;
    return h;
}

static void destroy(struct node *h) {
    sw_requires(circ(h));
    while (h != NULL) {
        struct node *c = h->next;
        if (c == h) {
            free(h);
            return;
        }
        h->next = c->next;
        free(c);
    }
}

int main(void) {
    for (int n = 1; n < 5; n++) {
        struct node *h = add(NULL, 0);
        for (int i = 1; i < n; i++)
            h = add(h, i);
        h = remove_value(h, 1);
        destroy(h);
    }
    return 0;
}
