// A value that was never written does not become one on its way through a volatile variable.
//@ confirmed
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *one = malloc(sizeof *one);
    if (!one)
        return 1;
    volatile int seen = one->value;
    int large = 0;
    if (seen > 3) //~ error[uninitialized]
        large = 1;
    free(one);
    return large;
}
