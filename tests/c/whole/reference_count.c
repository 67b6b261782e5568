//@ proved
// Objects that count who holds them, with a function to call when nobody does any more.
#include <stddef.h>
#include <stdlib.h>

struct kref {
    int count;
};

struct buffer {
    int size;
    struct kref references;
};

static int released;

static void release(struct kref *kref) {
    struct buffer *b = (struct buffer *)((char *)kref - offsetof(struct buffer, references));
    released++;
    free(b);
}

static void put(struct kref *kref, void (*gone)(struct kref *)) {
    if (--kref->count == 0)
        gone(kref);
}

int main(void) {
    struct buffer *b = malloc(sizeof *b);
    if (b == NULL)
        return 1;
    b->size = 0;
    b->references.count = 1;
    struct kref *mine = &b->references, *yours = mine;
    yours->count++;
    b = NULL;
    put(mine, release);
    put(yours, release);
    return released != 1;
}
