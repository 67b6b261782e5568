// A guard written with & instead of &&: the right side is evaluated for the null pointer too.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct user {
    int id;
    int active;
    struct user *manager;
};

static int notify(const struct user *u) {
    int sent = 0;
    while (u) {
        printf("user %d\n", u->id);
        if ((u->manager != NULL) & (u->manager->active != 0)) //~ error[null-deref]
            sent++;
        u = u->manager;
    }
    return sent;
}

static struct user *hire(int id, int active, struct user *manager) {
    struct user *u = malloc(sizeof *u);
    if (!u)
        exit(2);
    *u = (struct user){id, active, manager};
    return u;
}

int main(void) {
    struct user *chain = NULL;
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    for (int i = 0; i < n; i++)
        chain = hire(i, i % 2, chain);
    int sent = notify(chain);
    printf("%d of %d sent\n", sent, n);
    while (chain) {
        struct user *up = chain->manager;
        free(chain);
        chain = up;
    }
    return 0;
}
