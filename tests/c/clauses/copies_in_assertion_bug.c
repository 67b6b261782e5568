// A compiler leaves the assertion out, and with it the copy.
#include <shapewright.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[4];
    sw_assert(strcpy(text, "a") != NULL); //~ error[bad-checker]
    if (rand() == 77)
        return text[0] == 'q';
    return 0;
}
