// A table of keys as a skip list whose head is a variable; every fourth key is on the upper level.
//@ proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *jump; struct node *next; int key; };
static struct node head;
static void put(int key) {
    struct node *up = &head;
    while (up->jump && up->jump->key < key)
        up = up->jump;
    struct node *p = up;
    while (p->next != up->jump && p->next->key < key)
        p = p->next;
    struct node *n = malloc(sizeof *n);
    if (!n)
        return;
    n->key = key;
    n->jump = NULL;
    n->next = p->next;
    p->next = n;
    if (key % 4 == 0) {
        n->jump = up->jump;
        up->jump = n;
    }
}
int main(void) {
    for (int i = __VERIFIER_nondet_int(); i > 0; i--)
        put(__VERIFIER_nondet_int());
    while (head.next) {
        struct node *n = head.next;
        head.next = n->next;
        free(n);
    }
    return 0;
}
