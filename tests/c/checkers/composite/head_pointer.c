// Every cell of a list knows the owner of the list.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct owner;

struct node {
    struct node *next;
    struct owner *owner;
    int data;
};

struct owner {
    struct node *first;
    int count;
};

bool owned(struct node *l, struct owner *o) { return l == NULL || (l->owner == o && owned(l->next, o)); }
bool owner(struct owner *o) { return o != NULL && owned(o->first, o); }

void push(struct owner *o, int value) {
    sw_requires(owner(o));
    sw_ensures(owner(o));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return;
    c->data = value;
    c->owner = o;
    c->next = o->first;
    o->first = c;
    o->count++;
}

/* From any cell its owner is found. */
void count_again(struct owner *o, int value) {
    sw_requires(owner(o));
    sw_ensures(owner(o));
    struct node *p = o->first;
    while (p != NULL && p->data != value)
        p = p->next;
    if (p == NULL)
        return;
    int n = 0;
    for (struct node *q = p->owner->first; q != NULL; q = q->next)
        n++;
    p->owner->count = n;
}

void give_away(struct owner *from, struct owner *to) {
    sw_requires(owner(from) && owner(to));
    sw_ensures(owner(from) && owner(to));
    while (from->first != NULL) {
        struct node *c = from->first;
        from->first = c->next;
        c->owner = to;
        c->next = to->first;
        to->first = c;
    }
}

void destroy(struct owner *o) {
    sw_requires(owner(o));
    while (o->first != NULL) {
        struct node *c = o->first;
        c->owner->first = c->next;
        free(c);
    }
    free(o);
}

int main(void) {
    struct owner *a = malloc(sizeof *a);
    struct owner *b = malloc(sizeof *b);
    if (a == NULL || b == NULL) {
        free(a);
        free(b);
        return 0;
    }
    a->first = NULL;
    a->count = 0;
    b->first = NULL;
    b->count = 0;
    push(a, 1);
    push(a, 2);
    push(b, 3);
    give_away(a, b);
    count_again(b, 3);
    destroy(a);
    destroy(b);
    return 0;
}
