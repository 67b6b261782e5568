// Two lists that have nothing in common, and a clause that says so.
//@ args: --domain three-valued
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static bool list(struct node *l) {
    return l == NULL || list(l->next);
}

static bool filled(struct node *l) {
    return l != NULL && list(l);
}

static struct node *build(void) {
    struct node *l = NULL;
    while (rand()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->next = l;
        l = n;
    }
    return l;
}

static void drop(struct node *l) {
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *a = build();
    struct node *b = build();
    sw_assert(list(a) && list(b));
    if (a != NULL)
        sw_assert(filled(a));
    drop(a);
    drop(b);
    return 0;
}
