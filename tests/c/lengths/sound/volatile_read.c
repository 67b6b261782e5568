// A volatile variable may hold anything whenever it is read.
#include <assert.h>

int main(void) {
    volatile int flag = 0;
    assert(flag == 0); //~ error[assert-fail]
    return 0;
}
