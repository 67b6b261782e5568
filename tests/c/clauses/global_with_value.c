// Bytes of a global variable that no member takes up need no value where a contract begins and ends.
//@ proved
#include <shapewright.h>

struct gap {
    char first;
    int second;
};

static struct gap shared;

static void fill(void) {
    sw_ensures(1);
    struct gap whole;
    whole.first = 1;
    whole.second = 2;
    shared = whole;
}

static int use(void) {
    sw_ensures(1);
    return shared.second;
}

int main(void) {
    fill();
    return use() == 7;
}
