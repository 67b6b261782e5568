// An allocation is used without looking whether it succeeded.
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
        p->data = i; //~ error[null-deref]
        p->next = x;
        x = p; //~ safe[leak]
    }
    return x;
}
