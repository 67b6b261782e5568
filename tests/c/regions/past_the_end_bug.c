// The end of a block may be where another one begins: that two pointers are equal does not make them pointers to one block.
#include <stdlib.h>

struct pair {
    int a, b;
};

int main(void) {
    struct pair *one = malloc(sizeof *one);
    struct pair *two = malloc(sizeof *two);
    if (one == NULL || two == NULL) {
        free(one);
        free(two);
        return 1;
    }
    struct pair *end = one + 1;
    if (end == two) {
        free(two);
        return 2; //~ error[leak]
    }
    free(one);
    free(two);
    return 0; //~ safe[leak]
}
