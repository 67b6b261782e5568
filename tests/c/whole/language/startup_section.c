// The startup code calls what stands in this section.
//@ unknown: what is put into the section `.init_array` runs by itself
#include <stdlib.h>

static void early(void) {
    int *none = NULL;
    *none = 1;
}
__attribute__((section(".init_array"), used)) static void (*hook)(void) = early;

int main(void) { return 0; }
