#include <stdlib.h>

static char *text;

int main(void) {
    text = malloc(4);
    return 0;
}
