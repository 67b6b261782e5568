// A string is copied over its own beginning.
//@ unknown: a string is copied within one object: the two may overlap
#include <string.h>

int main(void) {
    char text[8] = "xabc";
    strcpy(text, text + 1); //~ error[undefined]
    return text[0];
}
