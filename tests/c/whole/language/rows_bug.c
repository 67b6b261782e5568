// The element after the last of a row is none of the next row.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int columns = __VERIFIER_nondet_int();
    if (columns < 1 || columns > 4)
        return 0;
    int table[2][columns];
    table[1][0] = 1;
    return table[0][columns]; //~ error[out-of-bounds]
}
