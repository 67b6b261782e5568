#include <stdlib.h>

void once(void) {
    char *name = malloc(8);
    if (name == NULL)
        return;
    // shapewright: allow(leak)
    name = NULL;
}
