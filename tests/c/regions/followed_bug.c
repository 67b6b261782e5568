// A pointer that was followed is not null, and another one may be.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int count; };
static struct item first;
static struct item *table[2] = { &first, NULL };
int main(void) {
    struct item *item = table[0], *other = table[__VERIFIER_nondet_int() & 1];
    item->count = 1;
    char *p = malloc(4);
    if (p == NULL) return 0;
    p[0] = 1;
    if (other != NULL) free(p);
    return 0; //~ error[leak]
}
