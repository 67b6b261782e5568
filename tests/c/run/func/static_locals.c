// Static locals keep generators' state between calls; one is recursive, one hands out a pointer.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static unsigned next_random(unsigned *reseed) {
    static unsigned state = 1;
    if (reseed)
        state = *reseed | 1;
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

static unsigned long fibonacci(unsigned n) {
    static unsigned long known[48] = {0, 1};
    static unsigned computed;
    if (n > 1 && known[n] == 0) {
        known[n] = fibonacci(n - 1) + fibonacci(n - 2);
        computed++;
    }
    return n == 47 ? computed : known[n];
}

static int *counter(int which) {
    static int counters[3] = {[2] = 100};
    return counters + which;
}

static const char *toggle(void) {
    static const char *const names[2] = {"on", "off"};
    static _Bool state;
    state = !state;
    return names[state];
}

int main(void) {
    unsigned seed = (unsigned)__VERIFIER_nondet_int();
    printf("%u", next_random(&seed));
    for (int i = 0; i < 5; i++) {
        unsigned r = next_random(NULL);
        ++*counter((int)(r % 3));
        printf(" %u", r);
    }
    printf("\ncounters %d %d %d\n", *counter(0), *counter(1), *counter(2));
    unsigned n = seed % 40;
    printf("fibonacci(%u) = %lu\n", n, fibonacci(n));
    printf("again %lu, ", fibonacci(n));
    for (unsigned i = 0; i < n % 4; i++)
        printf("%s ", toggle());
    putchar('\n');
    return 0;
}
