// The number of zeros before the first one, and after the last, where there is one.
//@ proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int zeros = 0;
    if (x)
        zeros = __builtin_ctz(x);
    for (unsigned left = x; left; left &= left - 1)
        zeros += __builtin_clz(left);
    return zeros > 60;
}
