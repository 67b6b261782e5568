// The last cell is not counted.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool len(struct node *l, int n) { return l == NULL ? n == 0 : len(l->next, n - 1); }

int length(struct node *l, int n) {
    sw_requires(len(l, n) && n >= 1);
    sw_ensures(len(l, n) && sw_result == n); //~ error[contract]
    int count = 0;
    for (struct node *p = l; p->next != NULL; p = p->next) //~ FP[null-deref]
        count++;
    return count;
}
