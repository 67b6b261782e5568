// Clearing a linked stack just forgets its top instead of freeing the frames.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct frame {
    const char *function;
    int line;
    struct frame *caller;
};

static struct frame *top;

static void enter(const char *function, int line) {
    struct frame *f = malloc(sizeof *f);
    if (!f)
        exit(2);
    *f = (struct frame){.function = function, .line = line, .caller = top};
    top = f;
}

static void leave(void) {
    struct frame *f = top;
    top = f->caller;
    free(f);
}

static void backtrace(void) {
    for (const struct frame *f = top; f; f = f->caller)
        printf("  at %s:%d\n", f->function, f->line);
}

static void panic(const char *why) {
    printf("panic: %s\n", why);
    backtrace();
    top = NULL; //~ error[leak]
}

int main(void) {
    enter("main", 1);
    enter("parse", 20);
    int depth = __VERIFIER_nondet_int();
    if (depth % 2 == 0) {
        enter("expression", 41);
        panic("even depth");
    }
    while (top) {
        printf("leave %s\n", top->function);
        leave();
    }
    return 0;
}
