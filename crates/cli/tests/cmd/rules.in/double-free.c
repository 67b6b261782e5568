#include <stdlib.h>

static void drop(char *text) {
    free(text);
}

int main(void) {
    char *text = malloc(4);
    drop(text);
    drop(text);
    return 0;
}
