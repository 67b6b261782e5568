// With -fwrapv the double of a positive number may be negative, and so may be what was negated.
//@ args: -fwrapv
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int cells[4] = {0}, x = __VERIFIER_nondet_int();
    if (x > 0 && x + x < 0) return cells[4]; //~ error[out-of-bounds]
    if (x < 0 && -x < 0) return cells[5]; //~ error[out-of-bounds]
    return 0;
}
