// A callee frees a block of its caller, who goes on to use it.
#include <stdlib.h>

struct box {
    int value;
};

static void destroy(struct box *box) {
    free(box); //~ safe[double-free] //~ safe[invalid-free]
}

int main(void) {
    struct box *box = malloc(sizeof *box);
    if (box == NULL)
        return 1;
    box->value = 1;
    destroy(box);
    return box->value; //~ error[use-after-free]
}
