// Recursive merge sort of a singly linked list.
//@ clean
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int x;
    struct node *next;
} Node;

static Node *split(Node *l) {
    Node *slow = l, *fast = l->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    Node *half = slow->next;
    slow->next = NULL;
    return half;
}

static Node *merge(Node *a, Node *b) {
    Node dummy = {0, NULL}, *last = &dummy;
    while (a && b) {
        Node **smaller = b->x < a->x ? &b : &a;
        last->next = *smaller;
        last = *smaller;
        *smaller = (*smaller)->next;
    }
    last->next = a ? a : b;
    return dummy.next;
}

static Node *sort(Node *l) {
    if (!l || !l->next)
        return l;
    Node *other = split(l);
    return merge(sort(l), sort(other));
}

int main(void) {
    Node *l = NULL;
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 12);
    for (int i = 0; i < n; i++) {
        Node *c = malloc(sizeof *c);
        if (!c)
            exit(2);
        c->x = __VERIFIER_nondet_int();
        c->next = l;
        l = c;
    }
    l = sort(l);
    int seen = 0;
    while (l) {
        Node *next = l->next;
        assert(!next || l->x <= next->x);
        printf("%d\n", l->x);
        seen++;
        free(l);
        l = next;
    }
    assert(seen == n);
    printf("%d sorted\n", n);
    return 0;
}
