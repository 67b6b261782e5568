// Looks a name up in an association list and uses the result though it may be absent.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct binding {
    char name[8];
    int value;
    struct binding *next;
};

static struct binding *bind(struct binding *env, const char *name, int value) {
    struct binding *b = malloc(sizeof *b);
    if (!b)
        exit(2);
    strncpy(b->name, name, sizeof b->name - 1);
    b->name[sizeof b->name - 1] = '\0';
    b->value = value;
    b->next = env;
    return b;
}

static struct binding *lookup(struct binding *env, const char *name) {
    while (env && strcmp(env->name, name) != 0)
        env = env->next;
    return env;
}

int main(void) {
    static const char *const names[] = {"width", "height", "depth", "colour", "weight"};
    struct binding *env = NULL;
    env = bind(env, "width", 640);
    env = bind(env, "height", 480);
    env = bind(env, "depth", 24);

    const char *wanted = names[(unsigned)__VERIFIER_nondet_int() % 5];
    printf("looking for %s\n", wanted);
    struct binding *found = lookup(env, wanted);
    printf("%s = %d\n", wanted, found->value); //~ error[null-deref]

    while (env) {
        struct binding *next = env->next;
        free(env);
        env = next;
    }
    return 0;
}
