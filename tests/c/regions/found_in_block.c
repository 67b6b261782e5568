// A place in a block is looked for, and the program ends if it is there.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *name = malloc(8);
    if (name == NULL) return 0;
    name[0] = __VERIFIER_nondet_int() ? ':' : 'a';
    name[1] = 0;
    if (strchr(name, ':'))
        exit(1);
    free(name); //~ safe[double-free]
    return 0; //~ safe[leak]
}
