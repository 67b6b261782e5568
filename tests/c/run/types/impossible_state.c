// A traffic light as an enum machine; an unexpected button leads to the state said to be impossible.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum light { RED, RED_AMBER, GREEN, AMBER, OFF };
enum event { TICK, BUTTON, POWER };

static enum light next(enum light l, enum event e) {
    switch (e) {
    case POWER:
        return l == OFF ? RED : OFF;
    case BUTTON:
        return l == GREEN ? AMBER : l;
    case TICK:
        return l == AMBER ? RED : l + 1;
    }
    return l;
}

static const char *name(enum light l) {
    static const char *const names[] = {
        [RED] = "red", [RED_AMBER] = "red+amber", [GREEN] = "green", [AMBER] = "amber", [OFF] = "off"};
    if ((unsigned)l > OFF)
        reach_error(); //~ error[assert-fail]
    return names[l];
}

int main(void) {
    enum light l = RED;
    for (int i = 0; i < 6; i++) {
        enum event e = (unsigned)__VERIFIER_nondet_int() % 3;
        l = next(l, e);
        printf("event %d: ", e);
        printf("%s\n", name(l));
    }
    return l == OFF;
}
