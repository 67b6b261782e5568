// The first block is freed if there is no second one.
#include <stdlib.h>
int main(void) {
    int *one = malloc(4);
    if (one == NULL) return 1;
    int *two = malloc(4);
    if (two == NULL) {
        free(one);
        return 2; //~ safe[leak]
    }
    free(two);
    free(one);
    return 0; //~ safe[leak]
}
