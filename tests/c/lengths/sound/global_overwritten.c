// A callee overwrites the only pointer to a block of its caller.
#include <stdlib.h>

struct box {
    int value;
};

static struct box *kept;

static void forget(void) {
    kept = NULL;
}

int main(void) {
    kept = malloc(sizeof *kept);
    if (kept == NULL)
        return 1;
    kept->value = 1;
    forget(); //~ error[leak]
    return 0;
}
