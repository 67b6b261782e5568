// Variables of `const` type get their first values, each time they come alive, and what lies beside a `const` member is written.
//@ proved
#include <stdlib.h>
#include <string.h>

struct ticket {
    const int number;
    int uses;
};

static void use(struct ticket *t) {
    t->uses++;
}

static int first(const int *values) {
    return values[0];
}

static int twice(const int value) {
    const int *again = &value;
    return value + *again;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const int both[2] = {i, i + 1};
        struct ticket t = {i, 0};
        use(&t);
        t.uses = 4;
        memset(&t.uses, 0, sizeof t.uses);
        sum += first(both) + t.uses + first((const int[]){7});
    }
    const char name[] = "name";
    char *copy = malloc(sizeof name);
    if (!copy)
        return 1;
    memcpy(copy, name, sizeof name);
    sum += twice(copy[0]);
    free(copy);
    return sum;
}
