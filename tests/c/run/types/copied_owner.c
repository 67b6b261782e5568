// A struct that owns a buffer is passed by value; both copies are destroyed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct text {
    size_t length;
    char *data;
};

static struct text text(const char *s, size_t length) {
    struct text t = {length, malloc(length + 1)};
    if (!t.data)
        exit(2);
    memcpy(t.data, s, length);
    t.data[length] = '\0';
    return t;
}

static void destroy(struct text t) {
    free(t.data); //~ error[double-free]
    t.data = NULL;
    t.length = 0;
}

static int show(struct text t) {
    int n = printf("%s (%zu)\n", t.data, t.length);
    destroy(t);
    return n;
}

int main(void) {
    struct text t = text("by value", 1 + (unsigned)__VERIFIER_nondet_int() % 8);
    int n = show(t);
    printf("%d characters\n", n);
    destroy(t);
    return 0;
}
