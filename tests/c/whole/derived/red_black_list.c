// A list in which no two red elements follow each other, and none is the last: a red one is freed together with the next.
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

enum color { RED, BLACK };

struct node {
    struct node *next;
    enum color color;
};

static struct node *make(enum color color, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(1);
    n->color = color;
    n->next = next;
    return n;
}

int main(void) {
    struct node *list = make(BLACK, NULL);
    while (input()) {
        if (input() && list->color == BLACK)
            list = make(RED, list);
        else
            list = make(BLACK, list);
    }
    while (list != NULL) {
        struct node *first = list;
        if (list->color == RED) {
            list = list->next;
            free(first);
            first = list;
        }
        list = first->next;
        free(first);
    }
    return 0;
}
