// Bytes that are set to a value which was never given have none; the program goes on until one decides something.
//@ args: --domain three-valued
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
