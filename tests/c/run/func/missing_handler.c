// A dispatch table with a hole: calling the handler that was never installed.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum command { CMD_GET, CMD_PUT, CMD_DELETE, CMD_LIST, CMD_COUNT };

typedef int (*handler)(int argument);

static int store = 5;

static int get(int argument) {
    printf("get %d\n", argument);
    return store;
}

static int put(int argument) {
    printf("put %d\n", argument);
    return store = argument;
}

static int list(int argument) {
    printf("list %d\n", argument);
    return 0;
}

static const handler handlers[CMD_COUNT] = {
    [CMD_GET] = get,
    [CMD_PUT] = put,
    [CMD_LIST] = list,
};

int main(void) {
    for (int i = 0; i < 3; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        handler h = handlers[x % CMD_COUNT];
        int r = h((int)(x / 16 % 100)); //~ error[null-deref]
        printf("-> %d\n", r);
    }
    return store == 5 ? 0 : 1;
}
