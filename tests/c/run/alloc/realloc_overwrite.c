// Grows an array by allocating a new block into the only pointer to the old one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct log {
    int *entries;
    size_t used, room;
};

static void append(struct log *l, int entry) {
    if (l->used == l->room) {
        int kept[16];
        memcpy(kept, l->entries, l->used * sizeof *kept);
        l->room *= 2;
        l->entries = malloc(l->room * sizeof *l->entries); //~ error[leak]
        if (!l->entries)
            exit(2);
        memcpy(l->entries, kept, l->used * sizeof *kept);
        printf("room for %zu\n", l->room);
    }
    l->entries[l->used++] = entry;
}

int main(void) {
    struct log l = {.room = 4};
    l.entries = malloc(l.room * sizeof *l.entries);
    if (!l.entries)
        return 2;
    size_t n = 1 + (unsigned)__VERIFIER_nondet_int() % 10;
    for (size_t i = 0; i < n; i++)
        append(&l, (int)(i * i));
    for (size_t i = 0; i < l.used; i++)
        printf("%d ", l.entries[i]);
    printf("(%zu)\n", l.used);
    free(l.entries);
    return 0;
}
