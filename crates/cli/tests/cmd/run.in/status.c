#include <stdio.h>

int main(void) {
    fprintf(stderr, "giving up\n");
    return 7;
}
