// The number of zeros before the first one is not defined for zero.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int trailing = 0;
    if (x)
        trailing = __builtin_ctz(x);
    int leading = __builtin_clz(x); //~ error[undefined]
    return leading + trailing > 60;
}
