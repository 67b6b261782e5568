// The link is read after its cell was freed.
//@ args: --domain three-valued
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

static int count(struct node **list) {
    struct node **link = list;
    int seen = 0;
    while (*link != NULL) { //~ error[use-after-free]
        struct node *cell = *link;
        link = &cell->next;
        seen++;
        if (seen == 1) {
            *list = cell->next;
            free(cell);
        }
    }
    return seen;
}

int main(void) {
    struct node *list = create();
    count(&list);
    delete_all(list);
    return 0;
}
