// A search sets its out-parameter only on success; the caller branches on it in any case.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct setting {
    const char *name;
    int value;
};

static const struct setting settings[] = {{"depth", 3}, {"width", 40}, {"indent", 4}};

static int same(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void get(const char *name, int *value) {
    for (int i = 0; i < 3; i++)
        if (same(settings[i].name, name))
            *value = settings[i].value;
}

int main(void) {
    static const char *const names[] = {"depth", "colour", "indent"};
    const char *name = names[(unsigned)__VERIFIER_nondet_int() % 3];
    int value;
    get(name, &value);
    printf("asked for %s\n", name);
    if (value > 3) //~ error[uninitialized]
        puts("large");
    else
        puts("small");
    return 0;
}
