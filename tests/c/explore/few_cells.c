// At most four cells, and as many are freed as were made: exact lengths, without any invariant.
//@ proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };
int main(void) {
    struct node *list = NULL;
    int made = 0;
    while (made < 4 && __VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL) abort();
        p->data = made;
        p->next = list;
        list = p;
        made++;
    }
    for (; made > 0; made--) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
