// The limit that a list is searched with is in a variable of a function that has returned.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static int *limit(void) {
    int place[1];
    place[0] = 10;
    return place;
}

static struct node *build(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) {
    struct node *list = build();
    int found = 0;

    int *end = limit();
    while (list != NULL) {
        struct node *n = list;
        list = n->next;
        if (n->value > *end) //~ error[use-after-free]
            found = 1;
        free(n);
    }
    return found;
}
