// With -ftrapv a sum that overflows ends the program.
//@ args: -ftrapv
//@ proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int cells[4] = {0}, x = __VERIFIER_nondet_int();
    if (x > 0 && x + x < 0) return cells[4];
    if (x < 0 && -x < 0) return cells[5];
    return 0;
}
