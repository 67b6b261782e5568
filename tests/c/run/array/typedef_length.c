// The length of a variable array type is taken where the type is written, not where it is named again.
//@ clean
#include <stdio.h>

static int calls;

static int next(int n) {
    calls++;
    return n;
}

int main(void) {
    int n = 3;
    typedef int row[next(n)];
    n = 100;
    row a, b[2];
    __typeof__(a) c;
    for (unsigned i = 0; i < sizeof a / sizeof *a; i++)
        a[i] = b[0][i] = b[1][i] = c[i] = (int)i;
    printf("%zu %zu %zu, evaluated %d time\n", sizeof a, sizeof b, sizeof c, calls);
    for (n = 1; n < 4; n++) {
        typedef char line[n];
        line text;
        text[n - 1] = 'x';
        printf("%zu%c ", sizeof text, text[n - 1]);
    }
    puts("");
    return a[2] + b[1][2] + c[2] == 6 ? 0 : 1;
}
