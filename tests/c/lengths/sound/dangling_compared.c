// Whether a new block is where an old one was is not known.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *old = malloc(sizeof *old);
    if (old == NULL)
        return 1;
    free(old);
    struct node *fresh = malloc(sizeof *fresh);
    if (fresh == NULL)
        return 1;
    if (rand())
        assert(old != fresh); //~ error[assert-fail]
    else
        assert(old == fresh); //~ error[assert-fail]
    free(fresh);
    return 0;
}
