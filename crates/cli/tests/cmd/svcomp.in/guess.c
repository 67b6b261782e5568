extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[1000];
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i * i + 7 * j * j == 1234567891u)
        i = 1000;
    else
        i = 0;
    a[i] = 0;
    return 0;
}
