// One round too many where there are cells: the list is empty then.
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
    for (; made > 2 || list != NULL && made > 0; made--) {
        struct node *next = list->next; //~ safe[null-deref]
        free(list);
        list = next;
    }
    if (made == 0 && __VERIFIER_nondet_int() == 77)
        return list->data; //~ error[null-deref]
    return 0;
}
