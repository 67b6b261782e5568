// A list whose cells own a block each.
//@ args: --domain three-valued
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *create(void) {
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *cell = malloc(sizeof *cell);
        if (cell == NULL)
            break;
        cell->data = __VERIFIER_nondet_int();
        cell->next = first;
        first = cell;
    }
    return first;
}

static void delete_all(struct node *x) {
    while (x != NULL) {
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

struct item {
    int weight;
    int height;
};

struct box {
    struct box *next;
    struct item *item;
};

int main(void) {
    struct box *x = NULL;
    while (__VERIFIER_nondet_int()) {
        struct box *box = malloc(sizeof *box);
        if (box == NULL)
            break;
        box->item = malloc(sizeof *box->item);
        if (box->item != NULL)
            box->item->weight = 1;
        box->next = x;
        x = box;
    }
    while (x != NULL) {
        struct box *next = x->next;
        free(x->item);
        free(x);
        x = next;
    }
    delete_all(create());
    return 0;
}
