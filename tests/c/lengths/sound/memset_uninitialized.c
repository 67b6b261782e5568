// Bytes set to a value that was never given are not set.
#include <string.h>

struct pair {
    int a;
    int b;
};

int main(void) {
    struct pair pair;
    int byte;
    memset(&pair, byte, sizeof pair);
    if (pair.a) //~ error[uninitialized]
        return 1;
    return 0;
}
