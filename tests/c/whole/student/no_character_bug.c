// A number that was read need be no character.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    if (isdigit(n)) //~ error[out-of-bounds]
        puts("digit");
    return 0;
}
