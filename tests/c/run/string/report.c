// A table built line by line with snprintf in a bounded buffer, truncating safely.
//@ clean
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct row {
    const char *name;
    int amount;
    double share;
};

static size_t put_row(char *at, size_t room, const struct row *r) {
    int n = snprintf(at, room, "|%-8s|%6d|%7.2f%%|\n", r->name, r->amount, 100 * r->share);
    if (n < 0)
        return 0;
    return (size_t)n < room ? (size_t)n : room ? room - 1 : 0;
}

int main(void) {
    struct row rows[] = {{"north", 0, 0}, {"south", 0, 0}, {"midlands", 0, 0}, {"west", 0, 0}};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    char page[96];
    int total = 0;
    for (int i = 0; i < ROWS; i++)
        total += rows[i].amount = (int)((unsigned)__VERIFIER_nondet_int() % 5000);
    size_t used = 0;
    for (int i = 0; i < ROWS; i++) {
        rows[i].share = total ? (double)rows[i].amount / total : 0;
        used += put_row(page + used, sizeof page - used, &rows[i]);
    }
    fputs(page, stdout);
    printf("\nused %zu of %zu, strlen %zu\n", used, sizeof page, strlen(page));
    return used == strlen(page) ? 0 : 1;
}
