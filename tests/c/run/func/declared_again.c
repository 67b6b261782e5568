// A jump back to a declaration takes the variable's value, not the variable: pointers to it stay good.
//@ clean
#include <stdio.h>

struct pair {
    int first, second;
};

int main(void) {
    int round = 0;
    int *kept = NULL;
    struct pair *pair = NULL;
again:;
    int value;
    struct pair both;
    if (kept == NULL) {
        kept = &value;
        pair = &both;
    }
    value = round * 10;
    both.first = both.second = round;
    printf("%d %d %d\n", *kept, pair->second, kept == &value);
    if (++round < 3)
        goto again;
    return 0;
}
