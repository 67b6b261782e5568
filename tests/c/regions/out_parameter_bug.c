// A function gives what it made through a pointer, which is overwritten.
#include <stdlib.h>
static int make(int **out) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return -1;
    *out = p; //~ error[leak]
    return 0;
}
int main(void) {
    int *p = NULL;
    if (make(&p) != 0) return 1;
    make(&p);
    free(p);
    return 0;
}
