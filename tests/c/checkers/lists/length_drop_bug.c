// One cell too many is dropped.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool len(struct node *l, int n) { return l == NULL ? n == 0 : len(l->next, n - 1); }

struct node *drop(struct node *l, int n, int k) {
    sw_requires(len(l, n) && 0 <= k && k <= n);
    sw_ensures(len(sw_result, n - k)); //~ error[contract]
    while (k >= 0) {
        struct node *next = l->next; //~ error[null-deref]
        free(l);
        l = next;
        k--;
    }
    return l;
}
