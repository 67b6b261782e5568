// Builds a singly linked list from inputs, sums it and frees it.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(2);
    n->value = value;
    n->next = head;
    return n;
}

static long sum(const struct node *l) {
    long total = 0;
    for (; l != NULL; l = l->next)
        total += l->value;
    return total;
}

int main(void) {
    struct node *head = NULL;
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 9;

    for (unsigned i = 0; i < n; i++)
        head = push(head, __VERIFIER_nondet_int() % 1000);

    for (struct node *p = head; p; p = p->next)
        printf("%d%s", p->value, p->next ? " -> " : "\n");
    printf("n=%u sum=%ld\n", n, sum(head));

    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return n == 0 ? 1 : 0;
}
