#include <stdlib.h>

int main(void) {
    char *text = malloc(4);
    text = NULL;
    return text != NULL;
}
