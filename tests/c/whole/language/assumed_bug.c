// C leaves undefined what happens where an `assume` does not hold.
//@ confirmed
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 3)
        __attribute__((assume(n < 100))); //~ error[undefined]
    return 0;
}
