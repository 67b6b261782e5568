// An array whose length is known to be positive.
//@ proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;
    char a[n];
    a[n - 1] = 1;
    return a[n - 1];
}
