// The last element before the end may be red, and what follows it is taken for an element.
//@ args: --domain checkers --malloc-never-fails
//@ unknown: the heap has too many parts here for the analysis to keep apart
#include <shapewright.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum colour { RED, BLACK };

struct node {
    struct node *next;
    enum colour colour;
};

bool black_first(struct node *n, struct node *end);

bool any(struct node *n, struct node *end) {
    if (n == end)
        return true;
    return n->colour == BLACK ? any(n->next, end) : n->colour == RED && black_first(n->next, end);
}

bool black_first(struct node *n, struct node *end) { return n != end && n->colour == BLACK && any(n->next, end); }

void release(struct node *list, struct node *end) {
    sw_requires(any(list, end));
    while (list != end) {
        struct node *next = list->next;
        if (list->colour == RED) {
            struct node *black = next;
            next = black->next;
            free(black);
        }
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *stop = malloc(sizeof *stop);
    stop->next = NULL;
    stop->colour = BLACK;
    struct node *list = malloc(sizeof *list);
    list->next = stop;
    list->colour = BLACK;
    struct node *end = list;
    while (__VERIFIER_nondet_int()) {
        end->next = malloc(sizeof *end);
        end = end->next;
        end->next = stop;
        if (__VERIFIER_nondet_int()) {
            end->colour = BLACK;
        } else {
            end->colour = RED;
        }
    }
    release(list, stop); //~ error[contract]
    free(stop);
    return 0;
}
