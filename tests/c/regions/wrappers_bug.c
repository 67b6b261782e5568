// Functions around malloc and free hide that one block is freed twice and one is lost.
#include <stdlib.h>
static void *allocate(size_t n) {
    void *p = malloc(n);
    if (p == NULL) exit(1);
    return p;
}
static void release(void *p) {
    free(p); //~ error[double-free]
}
int main(void) {
    int *a = allocate(4);
    char *b = allocate(8);
    *a = 1;
    b[0] = 2;
    release(a);
    release(a);
    return 0; //~ error[leak]
}
