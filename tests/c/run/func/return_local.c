// Returns a pointer to a local array through a struct, and reads it in the caller.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct slice {
    const int *from;
    int length;
};

static struct slice squares(int n) {
    int local[8];
    struct slice s = {local, 0};
    while (s.length < n) {
        local[s.length] = s.length * s.length;
        s.length++;
    }
    return s;
}

static int sum(struct slice s) {
    int total = 0;
    for (int i = 0; i < s.length; i++)
        total += s.from[i]; //~ error[use-after-free]
    return total;
}

int main(void) {
    static const int constant[] = {1, 1, 2};
    struct slice s = {constant, 3};
    printf("constant %d\n", sum(s));
    s = squares((int)((unsigned)__VERIFIER_nondet_int() % 4));
    printf("%d squares\n", s.length);
    int total = sum(s);
    printf("sum %d\n", total);
    return 0;
}
