// Uses the result of bsearch though the key may not be there.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct price {
    int article;
    int cents;
};

static int by_article(const void *a, const void *b) {
    int x = ((const struct price *)a)->article, y = ((const struct price *)b)->article;
    return (x > y) - (x < y);
}

static const struct price list[] = {{2, 150}, {3, 275}, {5, 99}, {7, 1250}, {11, 40}};

static int cents(int article) {
    struct price key = {article, 0};
    const struct price *p = bsearch(&key, list, sizeof list / sizeof *list, sizeof key, by_article);
    return p->cents; //~ error[null-deref]
}

int main(void) {
    int total = 0;
    for (int i = 0; i < 2; i++) {
        int article = 2 + (int)((unsigned)__VERIFIER_nondet_int() % 6);
        printf("article %d\n", article);
        total += cents(article);
    }
    printf("total %d.%02d\n", total / 100, total % 100);
    return 0;
}
