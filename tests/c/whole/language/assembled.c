// What assembly defines is not known.
//@ unknown: `table`, to which assembly or another declaration may give a meaning
extern int table[2];
__asm__(".data\n\t.globl table\ntable:\t.long 7, 9\n\t.text");

int main(void) {
    int cells[3] = {0};
    return cells[table[0]];
}
