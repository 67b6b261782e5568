// Cuts a list in the middle by ending the first half, without keeping the second.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct card {
    int rank;
    struct card *below;
};

static struct card *deal(int n) {
    struct card *top = NULL;
    while (n > 0) {
        struct card *c = malloc(sizeof *c);
        if (!c)
            exit(2);
        c->rank = n--;
        c->below = top;
        top = c;
    }
    return top;
}

static void cut(struct card *top, int keep) {
    while (--keep > 0)
        top = top->below;
    top->below = NULL; //~ error[leak]
}

static int count_and_free(struct card *top) {
    int n = 0;
    while (top) {
        struct card *below = top->below;
        printf("%d ", top->rank);
        free(top);
        top = below;
        n++;
    }
    return n;
}

int main(void) {
    int n = 4 + (int)((unsigned)__VERIFIER_nondet_int() % 6);
    struct card *deck = deal(n);
    cut(deck, n / 2);
    int left = count_and_free(deck);
    printf("\n%d of %d\n", left, n);
    return 0;
}
