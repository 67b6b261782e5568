// The index is one beyond the table for one number.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct entry {
    struct entry *next;
};

static struct entry *table[16];

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    if (key > 16)
        return 1;
    struct entry *e = malloc(sizeof *e);
    if (e == NULL)
        return 1;
    e->next = table[key]; //~ error[out-of-bounds]
    table[key] = e;
    free(e);
    table[key] = NULL;
    return 0;
}
