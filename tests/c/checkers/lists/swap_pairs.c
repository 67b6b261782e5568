// Swaps each cell with the one behind it.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *swap_pairs(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node **link = &l;
    while (*link != NULL && (*link)->next != NULL) {
        struct node *a = *link;
        struct node *b = a->next;
        a->next = b->next;
        b->next = a;
        *link = b;
        link = &a->next;
    }
    return l;
}

struct node *swap_recursive(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL || l->next == NULL)
        return l;
    struct node *second = l->next;
    l->next = swap_recursive(second->next);
    second->next = l;
    return second;
}

struct node *swap_with_prev(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *prev = NULL;
    struct node *a = l;
    while (a != NULL && a->next != NULL) {
        struct node *b = a->next;
        a->next = b->next;
        b->next = a;
        if (prev == NULL)
            l = b;
        else
            prev->next = b;
        prev = a;
        a = a->next;
    }
    return l;
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
        l = swap_pairs(l);
        l = swap_recursive(l);
        l = swap_with_prev(l);
        destroy(l);
    }
    return 0;
}
