// Keeps a pointer into a buffer across the realloc that moves it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct text {
    char *data;
    size_t len, cap;
};

static void add(struct text *t, const char *s) {
    size_t n = strlen(s);
    if (t->len + n + 1 > t->cap) {
        t->cap = 2 * (t->len + n + 1);
        char *bigger = malloc(t->cap);
        if (!bigger)
            exit(2);
        memcpy(bigger, t->data, t->len + 1);
        free(t->data);
        t->data = bigger;
    }
    memcpy(t->data + t->len, s, n + 1);
    t->len += n;
}

int main(void) {
    struct text t = {.cap = 16};
    t.data = calloc(t.cap, 1);
    if (!t.data)
        return 2;
    add(&t, "path=");
    char *value = t.data + t.len;
    int parts = (int)((unsigned)__VERIFIER_nondet_int() % 5);
    printf("%d parts\n", parts);
    for (int i = 0; i < parts; i++)
        add(&t, "/usr");
    if (*value == '\0') //~ error[use-after-free]
        puts("empty");
    else
        printf("value %s\n", value);
    free(t.data);
    return 0;
}
