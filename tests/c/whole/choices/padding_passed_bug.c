// What lies between members is lost when a struct is passed by value.
#include <string.h>

struct key {
    char kind;
    int number;
};

static int second(struct key k) {
    if (((unsigned char *)&k)[1]) //~ error[uninitialized]
        return 1;
    return 0;
}

int main(void) {
    struct key k;
    memset(&k, 0, sizeof k);
    return second(k);
}
