//@ proved
// A table whose slots may stay null is filled and emptied.
#include <stdlib.h>
int main(void) {
    unsigned n = 10;
    int **t = calloc(n, sizeof *t);
    if (!t) return 1;
    for (unsigned i = 0; i < n; i++) t[i] = malloc(sizeof(int));
    for (unsigned i = 0; i < n; i++) free(t[i]);
    free(t);
    return 0;
}
