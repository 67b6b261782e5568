// Joins path components with strcat into an array that is too small for long ones.
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct request {
    const char *user;
    const char *file;
};

static int depth_of(const char *path) {
    int n = 0;
    for (; *path; path++)
        n += *path == '/';
    return n;
}

static int serve(const struct request *r) {
    char path[18];
    strcpy(path, "/home/");
    strcat(path, r->user);
    strcat(path, "/");
    strcat(path, r->file); //~ error[out-of-bounds]
    printf("open %s\n", path);
    return depth_of(path);
}

int main(void) {
    static const char *const users[] = {"ann", "bob", "maximil"};
    static const char *const files[] = {"a.txt", "notes.txt", ".rc"};
    struct request r;
    r.user = users[(unsigned)__VERIFIER_nondet_int() % 3];
    r.file = files[(unsigned)__VERIFIER_nondet_int() % 3];
    printf("request %s from %s\n", r.file, r.user);
    int depth = serve(&r);
    printf("depth %d\n", depth);
    return 0;
}
