// A pointer into a block is a pointer to it.
#include <stdlib.h>
struct pair { int first, second; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (p == NULL) return 1;
    int *second = &p->second;
    p = NULL;
    *second = 2; //~ safe[use-after-free]
    free((char *)second - sizeof(int));
    return 0; //~ safe[leak]
}
