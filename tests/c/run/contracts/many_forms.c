// Contracts on functions of every form: results and parameters of any type, old-style definitions, functions made by
// macros, callbacks, several clauses, a contract on main.
//@ clean
#include <shapewright.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int a, b;
    int *p;
};

static struct pair swap(struct pair x, struct pair *seen) {
    sw_requires(x.p != NULL);
    sw_ensures(sw_result.a == x.b && sw_result.b == x.a && *sw_result.p == *x.p);
    sw_ensures(sw_old(*seen).a == 7 && seen->a == x.a);
    struct pair y = {x.b, x.a, x.p};
    *seen = x;
    x.a = x.b = 0;
    return y;
}

static int twice(int x) {
    sw_ensures(sw_result == 2 * x);
    return x * 2;
}

static int (*choose(int (*f)(int), int (*g)(int), int which))(int) {
    sw_requires(f != NULL && g != NULL);
    sw_ensures(sw_result == (which ? f : g));
    sw_ensures(sw_result(2) == 4);
    return which ? f : g;
}

static double mean(n, c, x)
int n;
char c;
float x;
{
    sw_requires(c == 'm' && x > 0);
    sw_ensures(sw_result >= 0.25 && c == 'm');
    c = 0;
    return n * x / 2;
}

static long sum(int count, ...) {
    sw_requires(count >= 0);
    sw_ensures(sw_result >= count);
    long total = 0;
    va_list args;
    va_start(args, count);
    while (count-- > 0)
        total += va_arg(args, int);
    va_end(args);
    return total;
}

#define MINIMUM(name, type) \
    static type name(type x, type y) { \
        sw_ensures(sw_result <= x && sw_result <= y); \
        sw_ensures(sw_result == x || sw_result == y); \
        return x < y ? x : y; \
    }
MINIMUM(min_int, int)
MINIMUM(min_double, double)

static int rows(int n, int table[n][n]) {
    sw_requires(n > 0 && table[n - 1][n - 1] == 3);
    sw_ensures(sw_result == sw_old(table[0][0]) && table[0][0] == 9);
    int first = table[0][0];
    table[0][0] = 9;
    return first;
}

static int compare(const void *a, const void *b) {
    sw_requires(a != NULL && b != NULL);
    sw_ensures((sw_result < 0) == (*(const int *)a < *(const int *)b));
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void done(void) {
    sw_requires(true);
    printf("done\n");
}

int main(void) {
    sw_requires(1 + 1 == 2);
    sw_ensures(sw_result == 0);
    int n = 5;
    struct pair seen = {7, 8, NULL};
    struct pair y = swap((struct pair){1, 2, &n}, &seen);
    int (*f)(int) = choose(twice, twice, 1);
    int table[2][2] = {{1, 2}, {0, 3}};
    int list[] = {3, 1, 2};
    qsort(list, 3, sizeof *list, compare);
    atexit(done);
    printf("%d %d %d %g %ld %d %g %d %d\n", y.a, y.b, f(4), mean(1, 'm', 0.5f), sum(3, 1, 2, 3), min_int(3, 2),
           min_double(1.5, 2), rows(2, table), list[0]);
    return 0;
}
