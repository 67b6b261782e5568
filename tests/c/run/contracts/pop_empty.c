// A stack is popped once more than it was pushed to: the caller is to blame.
#include <shapewright.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct stack {
    int items[8];
    int count;
};

static void push(struct stack *s, int item) {
    sw_requires(s->count < 8);
    sw_ensures(s->count == sw_old(s->count) + 1 && s->items[sw_old(s->count)] == item);
    s->items[s->count++] = item;
}

static int pop(struct stack *s) {
    sw_requires(s->count > 0);
    sw_ensures(s->count == sw_old(s->count) - 1);
    sw_ensures(sw_result == s->items[s->count]);
    return s->items[--s->count];
}

int main(void) {
    struct stack s = {.count = 0};
    int pushed = __VERIFIER_nondet_int() & 3;
    int popped = __VERIFIER_nondet_int() & 3;
    for (int i = 0; i < pushed; i++)
        push(&s, i);
    for (int i = 0; i < popped; i++)
        printf("%d\n", pop(&s)); //~ error[contract]
    return 0;
}
