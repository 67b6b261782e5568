// Evicting the oldest entry frees it, but a second owner in the cache slot frees it again.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct page {
    int number;
    struct page *older;
};

static struct page *newest;
static struct page *pinned;

static struct page *load(int number) {
    struct page *p = malloc(sizeof *p);
    if (!p)
        exit(2);
    p->number = number;
    p->older = newest;
    newest = p;
    return p;
}

static void evict_oldest(void) {
    struct page **link = &newest;
    if (!*link)
        return;
    while ((*link)->older)
        link = &(*link)->older;
    printf("evict %d\n", (*link)->number);
    free(*link);
    *link = NULL;
}

static void unpin(void) {
    puts("unpin");
    free(pinned); //~ error[double-free]
    pinned = NULL;
}

int main(void) {
    int pages = 2 + (int)((unsigned)__VERIFIER_nondet_int() % 4);
    pinned = load(100);
    for (int i = 1; i < pages; i++)
        load(100 + i);
    evict_oldest();
    unpin();
    while (newest)
        evict_oldest();
    return 0;
}
