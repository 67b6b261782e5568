// A format puts any byte where a truth value is, which is then read.
//@ args: --domain checkers
//@ unknown: the format is not a literal that fits its arguments, as far as is modelled
#include <stdio.h>

static int numbers[2] = {1, 2};

int main(void) {
    _Bool which = 0;
    if (scanf("%hhd", &which) != 1)
        return 1;
    return numbers[which]; //~ error[undefined]
}
