// The old address is used after the block has moved.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 1;
    char *q = realloc(p, 8);
    if (q == NULL) {
        free(p);
        return 2;
    }
    p[0] = 1; //~ error[use-after-free]
    free(q);
    return 0;
}
