// The first block is lost if there is no second one.
#include <stdlib.h>
int main(void) {
    int *one = malloc(4);
    if (one == NULL) return 1;
    int *two = malloc(4);
    if (two == NULL)
        return 2; //~ error[leak]
    free(two);
    free(one);
    return 0; //~ safe[leak]
}
