// Globals that begin with each other's addresses.
#include <assert.h>

static int number = 3;
static int *pointer = &number;
static int **twice = &pointer;

int main(void) {
    **twice = 4;
    assert(number == 4); //~ safe[assert-fail]
    assert(*pointer == 3); //~ error[assert-fail]
    return 0;
}
