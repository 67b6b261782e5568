//@ proved
// A global variable has the address of a counter while a list is dropped.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static int *dropped;

static struct node *build(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->next = list;
        list = n;
    }
    return list;
}

static void drop(struct node *list) {
    while (list != NULL) {
        struct node *n = list;
        int *place = dropped;
        list = n->next;
        free(n);
        *place = 1;
    }
}

static void begin(int *counter) {
    *counter = 0;
    dropped = counter;
}

int main(void) {
    int counter;
    struct node *list = build();
    begin(&counter);
    drop(list);
    return counter;
}
