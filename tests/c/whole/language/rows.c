// A row of an array of variable length has bounds of its own; the address past its end may be made.
//@ proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int columns = __VERIFIER_nondet_int();
    if (columns < 1 || columns > 4)
        return 0;
    int table[2][columns];
    table[1][0] = 1;
    table[0][columns - 1] = 2;
    const int *end = &table[0][columns];
    return end == &table[0][0] || table[1][0] == 3;
}
