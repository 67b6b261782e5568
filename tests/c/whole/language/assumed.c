// An `assume` that holds says nothing new; its condition is not evaluated.
//@ proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    __attribute__((assume(n < 100), __assume__(n >= 0)));
    return 0;
}
