// Each domain alone reports something here, and none may discharge it for the others: what is in `tick` is only seen by who goes into it.
#include <assert.h>
#include <shapewright.h>

static int ticks;

static void tick(int *count) {
    sw_requires(*count >= 0);
    *count = 1;
    ticks = 2;
    assert(*count == 1); //~ error[assert-fail]
}

int main(void) {
    tick(&ticks); //~ error[contract]
    return 0;
}
