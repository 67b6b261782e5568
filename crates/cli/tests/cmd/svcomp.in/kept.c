#include <stdlib.h>

void reach_error(void) {}

static int *kept;

int main(void) {
    kept = malloc(sizeof *kept);
    *kept = 1;
    if (*kept)
        reach_error();
    free(kept);
    return 0;
}
