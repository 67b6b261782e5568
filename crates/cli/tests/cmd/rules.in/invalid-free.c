#include <stdlib.h>

int main(void) {
    char *text = malloc(4);
    text++;
    free(text);
    return 0;
}
