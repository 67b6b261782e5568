#include <stdio.h>

void test(void) {
    puts("test");
}

int main(void) {
    puts("main");
    return 0;
}
