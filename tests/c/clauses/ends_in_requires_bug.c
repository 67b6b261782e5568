// A compiler leaves the clause out, and what follows happens also where the function ends the program.
#include <shapewright.h>
#include <stdlib.h>

static bool ok(int n) {
    if (n)
        abort(); //~ error[bad-checker]
    return true;
}

static int at(int n) {
    sw_requires(ok(n));
    int array[3] = {0, 0, 0};
    return array[n ? 9 : 0]; //~ error[out-of-bounds]
}

int main(void) {
    return at(rand());
}
