// The same with a claim that holds of the number only.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

union word {
    int number;
    unsigned bits;
};

int main(void) {
    union word word;
    int number = __VERIFIER_nondet_int();
    word.number = number < 0 ? number : -1;
    assert(word.bits < 5); //~ error[assert-fail]
    return 0;
}
