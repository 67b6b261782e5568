// A list that ends in a static cell which belongs to all lists.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static struct node end;

bool list(struct node *l) { return l == &end || (l != NULL && list(l->next)); }

struct node *find(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(l) && sw_result != NULL);
    struct node *p = l;
    while (p != &end && p->data != value)
        p = p->next;
    return p;
}

struct node *push(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = value;
    c->next = l;
    return c;
}

void free_all(struct node *l) {
    sw_requires(list(l));
    while (l != &end) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *l = &end;
    for (int i = 0; i < 3; i++)
        l = push(l, i);
    free_all(l);
    return 0;
}
