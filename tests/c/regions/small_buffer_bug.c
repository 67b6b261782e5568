// A buffer that is a variable if that is large enough, else a block; the block is forgotten.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char small[8];
    unsigned n = (unsigned)__VERIFIER_nondet_int() & 15;
    char *buffer = n > sizeof small ? malloc(n) : small;
    if (buffer == NULL) return 0;
    buffer[0] = 1;
    if (buffer == small) return 0;
    return 1; //~ error[leak]
}
