// The last cell becomes the first, and is cut off before.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *move_to_front(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(sw_result));
    struct node **link = &l;
    while ((*link)->next != NULL)
        link = &(*link)->next;
    struct node *last = *link;
    *link = NULL;
    last->next = l;
    return last;
}

struct node *rotate(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL || l->next == NULL)
        return l;
    struct node *second = l->next;
    struct node *p = second;
    while (p->next != NULL)
        p = p->next;
    p->next = l;
    l->next = NULL;
    return second;
}

static struct node *push(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    c->next = l;
    return c;
}

static void destroy(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    for (int n = 0; n < 6; n++) {
        struct node *l = NULL;
        for (int i = 0; i < n; i++)
            l = push(l, i * 5 % 7);
        l = rotate(l);
        if (l != NULL)
            l = move_to_front(l);
        destroy(l);
    }
    return 0;
}
