// Hands out a reference without counting it, so that the object dies while still in use.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
    int refs;
    int size;
};

struct stream {
    struct buffer *buffer;
};

static struct buffer *new_buffer(int size) {
    struct buffer *b = malloc(sizeof *b);
    if (!b)
        exit(2);
    b->refs = 1;
    b->size = size;
    return b;
}

static void unref(struct buffer *b) {
    if (--b->refs == 0) {
        printf("free buffer of %d\n", b->size);
        free(b);
    }
}

static struct buffer *current(const struct stream *s) { return s->buffer; }

static void replace(struct stream *s, int size) {
    unref(s->buffer);
    s->buffer = new_buffer(size);
}

int main(void) {
    struct stream s = {new_buffer(512)};
    struct buffer *mine = current(&s);
    if (__VERIFIER_nondet_int() % 3 == 0) {
        mine->refs++;
        puts("counted");
    }
    replace(&s, 1024);
    mine->size /= 2; //~ error[use-after-free]
    printf("%d and %d\n", mine->size, s.buffer->size);
    unref(mine);
    unref(s.buffer);
    return 0;
}
