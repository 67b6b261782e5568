// One counter begins too high: what lengths alone know is not hidden by what checkers prove.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };
int main(void) {
    struct node *list = NULL;
    int n = 0;
    while (__VERIFIER_nondet_int() && n < 1000) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL) abort();
        p->data = 0;
        p->next = list;
        list = p;
        n++;
    }
    int k = 1;
    for (struct node *p = list; p != NULL; p = p->next) k++;
    assert(k == n); //~ error[assert-fail]
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL) abort();
    int x = __VERIFIER_nondet_int();
    cell->data = x;
    cell->next = list;
    assert(cell->data == x); //~ safe[assert-fail]
    while (cell != NULL) {
        struct node *next = cell->next;
        free(cell);
        cell = next;
    }
    return 0;
}
