#include <assert.h>

int main(void) {
    int length = 3;
    assert(length < 3 && "fits");
    return 0;
}
