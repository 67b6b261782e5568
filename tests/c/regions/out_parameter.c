// A function gives what it made through a pointer, and says whether it did.
#include <stdlib.h>
static int make(int **out) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return -1;
    *out = p;
    return 0;
}
int main(void) {
    int *p;
    if (make(&p) != 0) return 1; //~ safe[leak]
    free(p);
    return 0; //~ safe[leak]
}
