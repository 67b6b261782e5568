// Builds a list of n cells, the newest first.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *create(int n) {
    sw_requires(n >= 0);
    sw_ensures(sw_len(sw_result) == n);
    struct node *x = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->data = i; //~ safe[null-deref]
        p->next = x;
        x = p; //~ safe[leak]
    }
    return x;
}
