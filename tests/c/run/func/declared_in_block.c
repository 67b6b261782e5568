// A function may be declared inside a block and defined after it.
//@ clean
#include <stdio.h>

int main(void) {
    int square(int);
    printf("%d\n", square(3));
    {
        int square = 4;
        printf("%d\n", square);
    }
    extern int table[];
    printf("%d\n", table[1]);
    return 0;
}

int square(int n) { return n * n; }

int table[] = {1, 2, 3};
