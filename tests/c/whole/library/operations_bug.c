//@ confirmed
// The table is searched beyond its end. Operations in a constant table, found by their names and called through the table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct operation {
    const char *name;
    int (*call)(int *, int);
};

static int calls;

static int add(int *total, int number) {
    *total = (*total + number) % 1000;
    return 1;
}

static int set(int *total, int number) {
    *total = number % 1000;
    return 2;
}

static const struct operation operations[] = {{"add", add}, {"set", set}};

static const struct operation *named(const char *name) {
    for (size_t i = 0; i <= sizeof operations / sizeof operations[0]; i++)
        if (strcmp(operations[i].name, name) == 0) //~ error[out-of-bounds]
            return &operations[i];
    return NULL;
}

static void apply(const char *name, int *total, int number) {
    const struct operation *found = named(name);
    if (found)
        calls = found->call(total, number);
}

int main(void) {
    int *total = malloc(sizeof *total);
    if (!total)
        return 1;
    *total = 0;
    apply("add", total, 3);
    apply("set", total, 5);
    apply("none", total, 7);
    printf("%d %d\n", *total, calls);
    free(total);
    return 0;
}
