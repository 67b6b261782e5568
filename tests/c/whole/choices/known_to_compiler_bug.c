// Whether `k` is known to be constant is up to the compiler.
//@ confirmed
int main(void) {
    int x = 0, *p = 0;
    int k = 3;
    if (!__builtin_constant_p(k))
        p = &x;
    return *p; //~ error[null-deref]
}
