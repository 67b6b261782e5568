// A block grows, or stays as it is if it cannot.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 1;
    char *q = realloc(p, 8);
    if (q == NULL) {
        free(p); //~ safe[double-free]
        return 2; //~ safe[leak]
    }
    free(q);
    return 0; //~ safe[leak]
}
