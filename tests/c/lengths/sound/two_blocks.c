// Blocks that one function makes in two calls are two.
#include <assert.h>
#include <stdlib.h>

struct box {
    int value;
};

static struct box *make(struct box *other) {
    struct box *made = malloc(sizeof *made);
    if (made == NULL)
        abort();
    made->value = other == NULL ? 1 : 2;
    return made;
}

int main(void) {
    struct box *a = make(NULL);
    struct box *b = make(a);
    assert(a != b); //~ safe[assert-fail]
    assert(a->value == 1); //~ safe[assert-fail]
    assert(a->value == 2); //~ error[assert-fail]
    free(a);
    free(b); //~ safe[double-free]
    return 0;
}
