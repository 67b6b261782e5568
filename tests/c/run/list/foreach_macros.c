// Lists walked by for-each macros, the safe one for deletion.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LIST_FOR_EACH(it, list) for ((it) = (list)->head; (it) != NULL; (it) = (it)->next)
#define LIST_FOR_EACH_SAFE(it, tmp, list) \
    for ((it) = (list)->head; (it) != NULL && ((tmp) = (it)->next, 1); (it) = (tmp))
#define LIST_PUSH(list, node)          \
    do {                               \
        (node)->next = (list)->head;   \
        (list)->head = (node);         \
    } while (0)

struct word {
    unsigned bits;
    struct word *next;
};

struct words {
    struct word *head;
};

static int odd_parity(unsigned bits) {
    int odd = 0;
    for (; bits; bits &= bits - 1)
        odd = !odd;
    return odd;
}

int main(void) {
    struct words all = {NULL}, odd = {NULL};
    struct word *w, *tmp;
    for (int i = 0; i < 6; i++) {
        w = malloc(sizeof *w);
        if (!w)
            return 2;
        w->bits = (unsigned)__VERIFIER_nondet_int();
        LIST_PUSH(&all, w);
    }
    struct words even = {NULL};
    LIST_FOR_EACH_SAFE(w, tmp, &all) {
        if (odd_parity(w->bits))
            LIST_PUSH(&odd, w);
        else
            LIST_PUSH(&even, w);
    }
    int count = 0;
    LIST_FOR_EACH(w, &odd)
        printf("odd %08x\n", w->bits), count++;
    LIST_FOR_EACH(w, &even)
        printf("even %08x\n", w->bits);
    LIST_FOR_EACH_SAFE(w, tmp, &odd)
        free(w);
    LIST_FOR_EACH_SAFE(w, tmp, &even)
        free(w);
    return count;
}
