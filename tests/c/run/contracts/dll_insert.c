// A doubly linked list whose checker follows the back links too.
//@ clean
#include <shapewright.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *prev, *next;
    int value;
};

static inline bool dll(const struct node *n, const struct node *prev) {
    return n == NULL || (n->prev == prev && dll(n->next, n));
}

/* Puts a node behind `at`, or first if there is none. */
static struct node *insert(struct node *first, struct node *at, int value) {
    sw_requires(dll(first, NULL) && (first == NULL) == (at == NULL));
    sw_ensures(dll(sw_result, NULL));
    sw_ensures(first == NULL ? sw_result->value == value : sw_result == first);
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(2);
    n->value = value;
    n->prev = at;
    n->next = at == NULL ? NULL : at->next;
    if (n->next != NULL)
        n->next->prev = n;
    if (at != NULL)
        at->next = n;
    return at == NULL ? n : first;
}

static struct node *unlink_node(struct node *first, struct node *n) {
    sw_requires(dll(first, NULL) && n != NULL);
    sw_ensures(dll(sw_result, NULL) && sw_old(n->next) != n);
    struct node *next = n->next;
    if (next != NULL)
        next->prev = n->prev;
    if (n->prev != NULL)
        n->prev->next = next;
    bool was_first = n == first;
    free(n);
    return was_first ? next : first;
}

int main(void) {
    struct node *first = NULL, *at = NULL;
    for (int i = 0; i < 5; i++) {
        first = insert(first, at, i);
        if (at == NULL || (__VERIFIER_nondet_int() & 1))
            at = at == NULL ? first : at->next;
    }
    for (struct node *n = first; n != NULL; n = n->next)
        printf("%d ", n->value);
    printf("\n");
    while (first != NULL)
        first = unlink_node(first, (__VERIFIER_nondet_int() & 1) && first->next ? first->next : first);
    return 0;
}
