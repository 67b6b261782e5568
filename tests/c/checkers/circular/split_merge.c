// Two rings are joined to one, and one ring is parted into two.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *join(struct node *a, struct node *b) {
    sw_requires(circ(a) && circ(b));
    sw_ensures(circ(sw_result));
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    struct node *a_next = a->next;
    a->next = b->next;
    b->next = a_next;
    return a;
}

struct node *split_after(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && circ(sw_result));
    struct node *c = h->next;
    if (c == h)
        return NULL;
    struct node *second = c->next;
    if (second == h)
        return NULL;
    h->next = second->next;
    second->next = second;
    free(c);
    return second;
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
        struct node *second = split_after(h);
        h = join(second, h);
        destroy(h);
    }
    return 0;
}
