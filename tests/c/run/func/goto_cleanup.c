// Acquires several resources and releases them in reverse by goto, on success and on each failure.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct session {
    char *user;
    int *limits;
    struct session *parent;
};

static int fails(const char *what) {
    int f = __VERIFIER_nondet_int() % 5 == 0;
    printf("%s %s\n", what, f ? "fails" : "works");
    return f;
}

static struct session *open_session(const char *user, struct session *parent) {
    struct session *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    s->parent = parent;
    s->user = malloc(strlen(user) + 1);
    if (!s->user || fails("user"))
        goto no_user;
    strcpy(s->user, user);
    s->limits = calloc(4, sizeof *s->limits);
    if (!s->limits || fails("limits"))
        goto no_limits;
    if (fails("login"))
        goto no_limits;
    return s;

no_limits:
    free(s->limits);
no_user:
    free(s->user);
    free(s);
    return NULL;
}

static void close_session(struct session *s) {
    free(s->limits);
    free(s->user);
    free(s);
}

int main(void) {
    struct session *top = NULL;
    int depth = 0;
    while (depth < 4) {
        struct session *s = open_session(depth % 2 ? "root" : "guest", top);
        if (!s)
            break;
        top = s;
        depth++;
    }
    printf("depth %d\n", depth);
    while (top) {
        struct session *parent = top->parent;
        printf("close %s\n", top->user);
        close_session(top);
        top = parent;
    }
    return depth == 4 ? 0 : 1;
}
