// Counts the cells of a list whose length is known.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool len(struct node *l, int n) { return l == NULL ? n == 0 : len(l->next, n - 1); }

int length(struct node *l, int n) {
    sw_requires(len(l, n));
    sw_ensures(len(l, n) && sw_result == n);
    int count = 0;
    for (struct node *p = l; p != NULL; p = p->next)
        count++;
    return count;
}

int length_recursive(struct node *l, int n) {
    sw_requires(len(l, n));
    sw_ensures(len(l, n) && sw_result == n);
    if (l == NULL)
        return 0;
    return 1 + length_recursive(l->next, n - 1);
}

struct node *cons(struct node *l, int n, int value) {
    sw_requires(len(l, n));
    sw_ensures(len(sw_result, n + 1));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    c->next = l;
    return c;
}

struct node *drop(struct node *l, int n, int k) {
    sw_requires(len(l, n) && 0 <= k && k <= n);
    sw_ensures(len(sw_result, n - k));
    while (k > 0) {
        struct node *next = l->next;
        free(l);
        l = next;
        k--;
    }
    return l;
}
