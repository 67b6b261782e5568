// qsort and bsearch over an array of structs, with a two-key comparison.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct city {
    char name[10];
    int people;
};

static int by_people(const void *a, const void *b) {
    const struct city *x = a, *y = b;
    if (x->people != y->people)
        return x->people < y->people ? 1 : -1;
    return strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct city *)a)->name, ((const struct city *)b)->name);
}

int main(void) {
    struct city cities[] = {{"Oslo", 0}, {"Lima", 0}, {"Quito", 0}, {"Accra", 0}, {"Hanoi", 0}};
    size_t n = sizeof cities / sizeof *cities;
    for (size_t i = 0; i < n; i++)
        cities[i].people = (int)((unsigned)__VERIFIER_nondet_int() % 6);
    qsort(cities, n, sizeof *cities, by_people);
    for (size_t i = 0; i < n; i++)
        printf("%-6s %d\n", cities[i].name, cities[i].people);
    qsort(cities, n, sizeof cities[0], by_name);
    static const char *const asked[] = {"Lima", "Paris", "Accra"};
    for (int i = 0; i < 3; i++) {
        struct city key = {.people = 0};
        strcpy(key.name, asked[i]);
        struct city *found = bsearch(&key, cities, n, sizeof key, by_name);
        if (found)
            printf("%s at %td with %d\n", found->name, found - cities, found->people);
        else
            printf("no %s\n", asked[i]);
    }
    return 0;
}
