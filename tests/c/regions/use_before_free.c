// The same in the right order.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    if (p == NULL) return 1;
    *p = 3;
    int result = *p; //~ safe[use-after-free]
    free(p);
    return result; //~ safe[leak]
}
