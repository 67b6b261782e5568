// Compound literals: as arguments, as array storage, modified through a pointer.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct style {
    const char *name;
    int size;
    unsigned bold : 1, italic : 1;
};

static int width(const struct style *s, int letters) {
    return letters * (s->size + (s->bold ? 2 : 0)) - (s->italic ? letters / 2 : 0);
}

static int total(const int *numbers) {
    int sum = 0;
    while (*numbers)
        sum += *numbers++;
    return sum;
}

int main(void) {
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 9);
    struct style *s = &(struct style){.name = "body", .size = n};
    printf("%s: %d\n", s->name, width(s, 10));
    s->bold = 1;
    printf("%s: %d\n", s->name, width(s, 10));
    printf("title: %d\n", width(&(struct style){.size = 2 * n, .italic = n & 1}, 5));

    int *weights = (int[]){n, n * n, 7, 0};
    weights[2] = total(weights);
    printf("total %d\n", total(weights));
    printf("of literals %d\n", total((int[]){1, 2, 3, 0}) + total((const int[8]){n}));

    const char *const *words = (const char *const[]){"zero", "one", "many", NULL};
    while (words[1] && n-- > 1)
        words++;
    printf("%s\n", *words);
    return *s->name == 'b' ? 0 : 1;
}
