// Reversing a list keeps it a list of the same length.
//@ clean
#include <shapewright.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static inline bool list(const struct node *l) { return l == NULL || list(l->next); }

static struct node *push(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(sw_result != NULL && sw_result->next == l);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(l)) + 1);
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(2);
    n->value = value;
    n->next = l;
    return n;
}

static struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(l)));
    struct node *r = NULL;
    while (l != NULL) {
        struct node *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}

static void release(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *l = NULL;
    int n = __VERIFIER_nondet_int() & 7;
    for (int i = 0; i < n; i++)
        l = push(l, i);
    l = reverse(l);
    for (struct node *p = l; p != NULL; p = p->next)
        printf("%d ", p->value);
    printf("\n");
    release(l);
    return 0;
}
