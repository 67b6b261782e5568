// The function is proved for a counter of its own, and given the global that it knows.
#include <assert.h>
#include <shapewright.h>

static int total;

static void count(int *counter) {
    sw_requires(*counter >= 0);
    *counter = 1;
    total = 2;
    assert(*counter == 1); //~ error[assert-fail]
}

int main(void) {
    count(&total); //~ error[contract]
    return 0;
}
