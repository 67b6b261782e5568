// The last element may be red, and what follows it is taken for an element.
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

bool black_first(struct node *n);

bool any(struct node *n) {
    if (n == NULL)
        return true;
    return n->colour == BLACK ? any(n->next) : n->colour == RED && black_first(n->next);
}

bool black_first(struct node *n) { return n != NULL && n->colour == BLACK && any(n->next); }

void release(struct node *list) {
    sw_requires(any(list));
    while (list != NULL) {
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
    struct node *list = malloc(sizeof *list);
    list->next = NULL;
    list->colour = BLACK;
    struct node *end = list;
    while (__VERIFIER_nondet_int()) {
        end->next = malloc(sizeof *end);
        end = end->next;
        end->next = NULL;
        if (__VERIFIER_nondet_int()) {
            end->colour = BLACK;
        } else {
            end->colour = RED;
        }
    }
    release(list); //~ error[contract]
    return 0;
}
