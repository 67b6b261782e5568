// An arena allocator: bumps a pointer through chained blocks and frees everything at once.
//@ clean
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct block {
    struct block *previous;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct block *current;
    unsigned blocks;
};

static void *arena_alloc(struct arena *a, size_t size) {
    size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    struct block *b = a->current;
    if (!b || b->size - b->used < size) {
        size_t capacity = size > 64 ? size : 64;
        b = malloc(sizeof *b + capacity);
        if (!b)
            exit(2);
        b->previous = a->current;
        b->used = 0;
        b->size = capacity;
        a->current = b;
        a->blocks++;
    }
    void *p = b->bytes + b->used;
    b->used += size;
    return p;
}

static void arena_free(struct arena *a) {
    while (a->current) {
        struct block *b = a->current;
        a->current = b->previous;
        free(b);
    }
}

struct name {
    struct name *next;
    char *text;
};

int main(void) {
    struct arena a = {0};
    struct name *names = NULL;
    for (int i = 0; i < 6; i++) {
        size_t length = (unsigned)__VERIFIER_nondet_int() % 30;
        struct name *n = arena_alloc(&a, sizeof *n);
        n->text = arena_alloc(&a, length + 1);
        memset(n->text, 'a' + i, length);
        n->text[length] = '\0';
        n->next = names;
        names = n;
    }
    for (struct name *n = names; n; n = n->next)
        printf("%zu %s\n", strlen(n->text), n->text);
    printf("%u blocks\n", a.blocks);
    arena_free(&a);
    return (int)a.blocks;
}
