// With -fwrapv a counter that passes the greatest number goes on with the least; what is within bounds does not wrap.
//@ args: -fwrapv
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *cells = malloc(8 * sizeof *cells), sum = 0, n = 1;
    if (cells == NULL) return 0;
    for (int i = 0; i < 8; i++) cells[i] = i;
    for (int i = 7; i >= 0; i--) sum += cells[i];
    while (n > 0) n += 1 << 20;
    int x = __VERIFIER_nondet_int();
    if (x + 1 > x && x >= 0 && x < 8) sum -= cells[x];
    free(cells);
    return sum;
}
