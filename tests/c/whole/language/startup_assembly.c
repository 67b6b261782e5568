// The same, said in assembly.
//@ unknown: what is put into the section `.init_array` runs by itself
#include <stdlib.h>

void early(void) {
    int *none = NULL;
    *none = 1;
}
__asm__(".section .init_array,\"aw\"\n .quad early\n .previous");

int main(void) { return 0; }
