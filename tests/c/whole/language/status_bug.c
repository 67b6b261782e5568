// The result of `main` is the status of the program, so it is used.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int status;
    if (__VERIFIER_nondet_int())
        status = 0;
    return status; //~ error[uninitialized]
}
