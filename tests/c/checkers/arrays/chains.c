// A global hash table of sixteen chains.
//@ args: --domain checkers
//@ proved
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int key; };
struct node *table[16];
int main(void) {
    int k;
    while ((k = __VERIFIER_nondet_int()) > 0) {
        unsigned h = (unsigned)k % 16;
        struct node *n = malloc(sizeof *n);
        if (!n) break;
        n->key = k;
        n->next = table[h];
        table[h] = n;
    }
    for (int i = 0; i < 16; i++) {
        struct node *n = table[i];
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
        table[i] = 0;
    }
    return 0;
}
