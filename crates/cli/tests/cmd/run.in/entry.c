#include <stdio.h>

void test(void) {
    puts("test");
}

int pick(c, a, b)
char c;
long a;
unsigned b;
{
    int table[4] = {0};
    printf("%d %ld %u\n", c, a, b);
    return table[b];
}

struct pair {
    int a, b;
};

int sum(struct pair p) {
    return p.a + p.b;
}

int main(void) {
    puts("main");
    return 0;
}
