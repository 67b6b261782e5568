// Who goes on with a contract takes every global variable to have a value: a function that leaves one without breaks it.
#include <shapewright.h>

struct pair {
    int first, second;
};

static struct pair shared;

static void fill(void) {
    sw_ensures(1);
    struct pair half;
    half.first = 1;
    shared = half;
} //~ error[contract]

static int use(void) {
    sw_ensures(1);
    return shared.second;
}

int main(void) {
    fill();
    return use();
}
