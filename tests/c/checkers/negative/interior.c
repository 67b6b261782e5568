// Addresses inside of cells, and behind them, are compared but not followed.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

bool points_into(struct node *l, int *p) {
    sw_requires(list(l));
    sw_ensures(list(l));
    for (; l != NULL; l = l->next)
        if (p == &l->data)
            return true;
    return false;
}

/* Walks until the link whose address is given. */
int walk_to(struct node *l, struct node **stop) {
    sw_requires(list(l));
    sw_ensures(list(l));
    struct node **link = &l;
    int sum = 0;
    while (link != stop && *link != NULL) {
        sum ^= (*link)->data;
        link = &(*link)->next;
    }
    return sum;
}

int sum_bytes(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    int sum = 0;
    for (; l != NULL; l = l->next) {
        unsigned char *end = (unsigned char *)(&l->data + 1);
        for (unsigned char *p = (unsigned char *)&l->data; p != end; p++)
            sum ^= *p;
    }
    return sum;
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
        points_into(l, &n);
        sum_bytes(l);
        destroy(l);
    }
    return 0;
}
