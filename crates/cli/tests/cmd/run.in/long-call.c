#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size = 64 << 20;
    char *text = malloc(size);
    memset(text, 'a', size - 1);
    text[size - 1] = '\0';
    while (strcmp(text, text) == 0 && strstr(text, text + 1) == text)
        ;
    return 0;
}
