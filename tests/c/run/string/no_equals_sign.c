// Splits key=value with strchr and writes through the result when there is no equals sign.
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct option {
    char *key;
    char *value;
};

static struct option split(char *line) {
    struct option o = {.key = line};
    char *equals = strchr(line, '=');
    *equals = '\0'; //~ error[null-deref]
    o.value = equals + 1;
    return o;
}

int main(void) {
    char lines[][16] = {"colour=red", "size=12", "verbose", "name="};
    unsigned start = (unsigned)__VERIFIER_nondet_int() % 3;
    for (unsigned i = start; i < 4; i++) {
        printf("line %u: %s\n", i, lines[i]);
        struct option o = split(lines[i]);
        printf("'%s' is '%s'\n", o.key, o.value);
    }
    return 0;
}
