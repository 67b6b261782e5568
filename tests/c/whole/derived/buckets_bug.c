// The last bucket is never emptied.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum { N = 100 };

struct node {
    struct node *next;
    int value;
};

struct bucket {
    struct node *first;
    int count;
};

int main(void) {
    struct bucket *table = malloc(N * sizeof *table);
    if (table == NULL)
        return 1;
    for (int i = 0; i < N; i++) {
        table[i].first = NULL;
        table[i].count = 0;
    }
    while (__VERIFIER_nondet_int()) {
        int at = __VERIFIER_nondet_int();
        if (at < 0 || at >= N)
            continue;
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        struct bucket *b = &table[at];
        n->next = b->first;
        n->value = at;
        b->first = n;
        b->count++;
    }
    for (int i = 0; i < N - 1; i++) {
        struct node *n = table[i].first;
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
    }
    free(table); //~ error[leak]
    return 0;
}
