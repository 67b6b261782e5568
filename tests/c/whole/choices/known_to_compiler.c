// What a compiler knows to be constant, and how large it knows an object to be, changes nothing.
//@ proved
#include <stdlib.h>

int main(void) {
    int x = 0, n = 3;
    char buffer[8], *p = malloc(4);
    if (!p)
        return 1;
    char *q = n > 2 ? buffer : p;
    int *known = __builtin_constant_p(n) ? &n : &x;
    size_t size = __builtin_object_size(q, 0);
    int result = *known + (size == (size_t)-1 ? 1 : 2) + __builtin_constant_p(4);
    free(p);
    return result;
}
