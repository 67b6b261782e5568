// Room is looked for before the size is rounded up.
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

enum { SIZE = 1024, ALIGN = 16 };

struct arena {
    size_t used;
    char bytes[SIZE];
};

static bool arena(struct arena *a) { return a->used <= SIZE; }

void *arena_alloc(struct arena *a, size_t n) {
    sw_requires(arena(a) && n <= 4096);
    sw_ensures(arena(sw_old(a))); //~ error[contract]
    size_t need = (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (n > SIZE - a->used)
        return NULL;
    char *p = a->bytes + a->used;
    a->used += need;
    for (size_t i = 0; i < n; i++)
        p[i] = 0;
    return p;
}

size_t arena_mark(struct arena *a) {
    sw_requires(arena(a));
    sw_ensures(arena(sw_old(a)) && sw_result <= SIZE);
    return a->used;
}

void arena_release(struct arena *a, size_t mark) {
    sw_requires(arena(a) && mark <= SIZE);
    sw_ensures(arena(sw_old(a)));
    if (mark < a->used)
        a->used = mark;
}

static struct arena scratch;

int main(void) {
    size_t mark = arena_mark(&scratch);
    void *a = arena_alloc(&scratch, 5), *b = arena_alloc(&scratch, 1000);
    arena_release(&scratch, mark);
    void *c = arena_alloc(&scratch, 1010);
    return a == NULL || b != NULL || c == NULL;
}
