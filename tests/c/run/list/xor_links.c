// A list whose links are the xor of both neighbours' addresses: only the links lead to the inner nodes.
//@ clean
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    uintptr_t link;
};

static struct node *head, *tail;

static struct node *step(const struct node *from, const struct node *at) {
    return (struct node *)(at->link ^ (uintptr_t)from);
}

static void push(int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->link = (uintptr_t)tail;
    if (tail)
        tail->link ^= (uintptr_t)n;
    else
        head = n;
    tail = n;
}

static void print(struct node *at) {
    struct node *from = NULL;
    while (at) {
        printf("%d ", at->value);
        struct node *next = step(from, at);
        from = at;
        at = next;
    }
    puts("");
}

static void remove_after(struct node *prev) {
    struct node *gone = (struct node *)prev->link, *next = step(prev, gone);
    prev->link ^= (uintptr_t)gone ^ (uintptr_t)next;
    if (next)
        next->link ^= (uintptr_t)gone ^ (uintptr_t)prev;
    else
        tail = prev;
    free(gone);
}

int main(void) {
    int length = 2 + (unsigned)__VERIFIER_nondet_int() % 6;
    for (int i = 0; i < length; i++)
        push(i);
    print(head);
    remove_after(head);
    print(tail);
    while (head) {
        struct node *next = step(NULL, head);
        if (next)
            next->link ^= (uintptr_t)head;
        free(head);
        head = next;
    }
    return 0;
}
