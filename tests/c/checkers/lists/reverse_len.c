// A list that is turned around keeps its length.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool len(struct node *l, int n) { return l == NULL ? n == 0 : len(l->next, n - 1); }

struct node *reverse(struct node *l, int n) {
    sw_requires(len(l, n));
    sw_ensures(len(sw_result, n));
    struct node *r = NULL;
    while (l != NULL) {
        struct node *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    return r;
}
