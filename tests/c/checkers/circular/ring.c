// A ring of cells, known by one of them.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *insert_after(struct node *h, int value) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return h;
    c->data = value;
    if (h == NULL) {
        c->next = c;
        return c;
    }
    c->next = h->next;
    h->next = c;
    return h;
}

struct node *remove_after(struct node *h) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result));
    if (h == NULL)
        return NULL;
    struct node *c = h->next;
    if (c == h) {
        free(h);
        return NULL;
    }
    h->next = c->next;
    free(c);
    return h;
}

int main(void) {
    struct node *h = NULL;
    for (int i = 0; i < 4; i++)
        h = insert_after(h, i);
    while (h != NULL)
        h = remove_after(h);
    return 0;
}
