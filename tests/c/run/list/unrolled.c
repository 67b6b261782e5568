// An unrolled list: each block holds up to four numbers and splits when it is full.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum { CAP = 4 };

struct block {
    int used;
    int item[CAP];
    struct block *next;
};

static struct block *new_block(struct block *next) {
    struct block *b = malloc(sizeof *b);
    if (!b)
        exit(2);
    b->used = 0;
    b->next = next;
    return b;
}

static void insert(struct block *b, int x) {
    while (b->next && b->next->item[0] <= x)
        b = b->next;
    if (b->used == CAP) {
        struct block *half = new_block(b->next);
        half->used = CAP / 2;
        b->used -= half->used;
        memcpy(half->item, b->item + b->used, half->used * sizeof(int));
        b->next = half;
        if (half->item[0] <= x)
            b = half;
    }
    int at = b->used;
    while (at > 0 && b->item[at - 1] > x)
        at--;
    memmove(&b->item[at + 1], &b->item[at], (b->used - at) * sizeof(int));
    b->item[at] = x;
    b->used++;
}

int main(void) {
    struct block *first = new_block(NULL);
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 15);
    for (int i = 0; i < n; i++)
        insert(first, (int)((unsigned)__VERIFIER_nondet_int() % 100));
    int blocks = 0;
    for (struct block *b = first; b; b = b->next, blocks++) {
        printf("{");
        for (int i = 0; i < b->used; i++)
            printf(" %d", b->item[i]);
        printf(" }");
    }
    printf(" %d blocks\n", blocks);
    while (first) {
        struct block *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
