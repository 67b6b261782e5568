// Constructors run by their numbers and then as written, destructors the other way round.
//@ clean
#include <stdio.h>
#include <stdlib.h>

#define RUNS(name, when) __attribute__((when)) static void name(void) { puts(#name); }

RUNS(first, constructor)
RUNS(second, constructor)
RUNS(at_200, constructor(200))
RUNS(at_101, constructor(101))
RUNS(last, destructor)
RUNS(before_last, destructor)
RUNS(late_200, destructor(200))
RUNS(late_101, destructor(101))
RUNS(late_101_too, destructor(101))

static void registered(void) { puts("registered"); }

int main(void) {
    atexit(registered);
    puts("main");
    return 0;
}
