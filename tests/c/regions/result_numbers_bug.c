// A function tells by numbers what became of a block: 1 if it was kept, -1 if there was no room. The numbers are confused.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;
static int offer(char *p) {
    if (__VERIFIER_nondet_int()) return -1;
    kept = p;
    return 1;
}
int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 0;
    int result = offer(p);
    if (result > 0) free(p);
    p = NULL; //~ error[leak]
    if (result == 1) free(kept); //~ error[double-free]
    kept = NULL;
    return 0;
}
