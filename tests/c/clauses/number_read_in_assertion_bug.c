// `strtol` notes where it stopped, and a compiler leaves the assertion out.
#include <shapewright.h>
#include <stdlib.h>

static char *end;

int main(void) {
    char text[] = "1";
    sw_assert(strtol(text, &end, 10) >= 0 || end == NULL); //~ error[bad-checker]
    return end == NULL;
}
