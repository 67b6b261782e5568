// A string is copied over its own beginning.
#include <string.h>

int main(void) {
    char text[8] = "xabc";
    strcpy(text, text + 1); //~ error[undefined]
    return text[0];
}
