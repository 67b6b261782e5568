//@ proved
// It waits for ever, and nothing is lost by that.
#include <stdlib.h>

static int *state;

int main(void) {
    state = malloc(sizeof *state);
    if (state == NULL)
        return 1;
    *state = 0;
    for (;;) {
        if (*state == 1)
            break;
        *state = 0;
    }
    free(state);
    return 0;
}
