// A DAG is freed like a tree: a node with two parents is visited again after it was freed.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct unit {
    const char *name;
    struct unit *needs[2];
};

static struct unit *unit(const char *name, struct unit *a, struct unit *b) {
    struct unit *u = malloc(sizeof *u);
    if (!u)
        exit(2);
    u->name = name;
    u->needs[0] = a;
    u->needs[1] = b;
    return u;
}

static void build(const struct unit *u) {
    if (!u)
        return;
    build(u->needs[0]);
    build(u->needs[1]);
    printf("build %s\n", u->name);
}

static void drop(struct unit *u) {
    for (int i = 0; i < 2; i++)
        if (u->needs[i]) //~ error[use-after-free]
            drop(u->needs[i]);
    printf("drop %s\n", u->name);
    free(u);
}

int main(void) {
    struct unit *base = unit("base", NULL, NULL);
    struct unit *net = unit("net", base, NULL);
    struct unit *gui = unit("gui", NULL, NULL);
    if (__VERIFIER_nondet_int() & 1)
        gui->needs[1] = base;
    struct unit *app = unit("app", net, gui);
    build(app);
    drop(app);
    return 0;
}
