// After `realloc` pointers into the old block are made new ones, whether or not the block moved.
//@ proved
#include <stdlib.h>

struct text {
    char *bytes;
    char *end;
};

static int grow(struct text *t) {
    char *moved = realloc(t->bytes, 32);
    if (!moved)
        return 0;
    t->end = moved + 4;
    t->bytes = moved;
    return 1;
}

int main(void) {
    struct text t = {malloc(8), NULL};
    if (!t.bytes)
        return 0;
    t.end = t.bytes + 4;
    if (grow(&t))
        *t.end = 'x';
    free(t.bytes);
    return 0;
}
