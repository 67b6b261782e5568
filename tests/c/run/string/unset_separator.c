// Reads a separator that is only set when the line has one, and branches on it.
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct field {
    const char *value;
    char separator;
};

static void split(const char *line, struct field *f) {
    const char *at = strpbrk(line, "=:");
    if (at) {
        f->separator = *at;
        f->value = at + 1;
    } else {
        f->value = line;
    }
}

static const char *kind(const struct field *f) {
    char c = f->separator;
    if (c == '=') //~ error[uninitialized]
        return "assignment";
    return "other";
}

int main(void) {
    static const char *const lines[] = {"a=1", "b:2", "plain", "c=3"};
    const char *line = lines[(unsigned)__VERIFIER_nondet_int() % 4];
    struct field f;
    split(line, &f);
    printf("%s has value %s\n", line, f.value);
    const char *k = kind(&f);
    printf("%s\n", k);
    return 0;
}
