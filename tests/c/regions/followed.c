// A pointer that was followed is not null, whatever is asked later.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int count; };
static struct item first, second;
static struct item *table[2] = { &first, &second };
int main(void) {
    struct item *item = table[__VERIFIER_nondet_int() & 1];
    item->count = 1;
    char *p = malloc(4);
    if (p == NULL) return 0;
    p[0] = 1;
    if (item != NULL) free(p); //~ safe[double-free]
    return 0; //~ safe[leak]
}
