// A condition of a contract that counts how often it is asked is none.
#include <shapewright.h>

static int count;

static void note(int *n) { *n = *n + 1; } //~ error[bad-checker]

static int is(int x) {
    note(&count);
    return x;
}

static int same(int n) {
    sw_requires(is(n));
    sw_ensures(sw_result == n);
    return n;
}

int main(void) {
    same(1);
    return count;
}
