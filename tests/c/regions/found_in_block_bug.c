// A place in a block is looked for, and the block is forgotten if it is there.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *name = malloc(8);
    if (name == NULL) return 0;
    name[0] = __VERIFIER_nondet_int() ? ':' : 'a';
    name[1] = 0;
    if (strchr(name, ':'))
        return 1; //~ error[leak]
    free(name);
    return 0;
}
