// What is read from a volatile object is a value if one was written to it, whatever that is by now.
//@ proved
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))

static int is_there(int *volatile *p) {
    return *p != 0;
}

int main(void) {
    int x = 0, *p = &x, many = 0;
    volatile int y = x;
    struct node *one = malloc(sizeof *one);
    if (!one)
        return 1;
    one->value = 0;
    if (READ_ONCE(one->value) > 3)
        many = 1;
    free(one);
    return y ? many : is_there(&p);
}
