// A pointer that was never set may be converted, but not freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *p;
    free(p); //~ error[uninitialized]
    return 0;
}
