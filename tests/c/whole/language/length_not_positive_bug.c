// An array has one element at least.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 10)
        return 0;
    char a[n]; //~ error[undefined]
    return sizeof a > 3;
}
