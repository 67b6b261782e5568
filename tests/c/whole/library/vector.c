// A vector of numbers that doubles its room when it is full.
#include <stdlib.h>

typedef struct {
    int *items;
    size_t count, room;
} Vector;

static void vector_init(Vector *v) {
    v->items = NULL;
    v->count = v->room = 0;
}

static int vector_push(Vector *v, int item) {
    if (v->count == v->room) {
        size_t room = v->room ? 2 * v->room : 4;
        int *items = realloc(v->items, room * sizeof *items);
        if (!items)
            return -1;
        v->items = items;
        v->room = room;
    }
    v->items[v->count++] = item;
    return 0;
}

static int vector_pop(Vector *v) {
    return v->count ? v->items[--v->count] : 0;
}

static void vector_free(Vector *v) {
    free(v->items);
    vector_init(v);
}

int main(void) {
    Vector v;
    vector_init(&v);
    int n = rand() % 100;
    for (int i = 0; i < n; i++)
        if (vector_push(&v, i) != 0)
            break;
    int sum = 0;
    while (v.count > 0)
        sum += vector_pop(&v); //~ FP[uninitialized]
    vector_free(&v);
    return sum < 0;
}
