// Each activation has its own variable in memory.
#include <assert.h>
#include <stdlib.h>

static int down(int *outer, int depth) {
    int mine = depth;
    if (depth > 0)
        down(&mine, depth - 1);
    if (outer != NULL)
        *outer = 7;
    assert(mine == depth || mine == 7); //~ safe[assert-fail]
    return mine;
}

int main(void) {
    assert(down(NULL, 0) == 0); //~ safe[assert-fail]
    assert(down(NULL, 1) == 1); //~ error[assert-fail]
    return 0;
}
