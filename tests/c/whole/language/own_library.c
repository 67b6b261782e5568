// Functions named like those of the library that the program defines itself: they do what they say.
//@ proved
#include <stddef.h>

static int used, cells[4];

static void *malloc(size_t size) { return used + size / sizeof *cells <= 4 ? &cells[used++] : NULL; }
static void free(void *cell) { (void)cell; }
static void exit(int code) { cells[3] = code; }

int main(void) {
    int *cell = malloc(sizeof *cell);
    if (cell == NULL) return 1;
    free(cell);
    *cell = 2;
    exit(2);
    free(cell);
    return cells[cells[3]];
}
