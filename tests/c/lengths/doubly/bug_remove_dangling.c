// The cell behind is not told: its link back dangles.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

int main(void) {
    struct node *head = NULL;
    int n = 0;
    while (n < 1000 && __VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->data = n;
        p->prev = NULL;
        p->next = head;
        if (head != NULL)
            head->prev = p;
        head = p;
        n++;
    }
    struct node *p = head;
    while (p != NULL && p->data != 5)
        p = p->next;
    if (p != NULL) {
        if (p->prev != NULL)
            p->prev->next = p->next;
        else
            head = p->next;
        struct node *next = p->next;
        free(p);
        if (next != NULL && next->prev != NULL)
            next->prev->data = 1; //~ error[use-after-free]
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
