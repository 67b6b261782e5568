// The condition of an `assume` may do something, and is not evaluated.
//@ unknown: an `assume` whose condition may do something
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __attribute__((assume(n++ < 100)));
    return 0;
}
