// A function with a contract takes every global variable to have a value where it begins: who calls it sees to that.
#include <shapewright.h>

struct pair {
    int first, second;
};

static struct pair shared;

static int use(void) {
    sw_ensures(1);
    return shared.second;
}

int main(void) {
    struct pair half;
    half.first = 1;
    shared = half;
    return use(); //~ error[contract]
}
