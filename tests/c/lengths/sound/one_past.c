// A pointer just behind an object may be the address of another.
#include <assert.h>
#include <stdlib.h>

static int a;
static int b;

int main(void) {
    int *behind = &a + 1;
    if (rand())
        assert(behind != &b); //~ error[assert-fail]
    assert(behind != &a); //~ safe[assert-fail]
    assert(&a != &b); //~ safe[assert-fail]
    return 0;
}
