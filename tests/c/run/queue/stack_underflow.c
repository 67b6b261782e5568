// A little postfix calculator that pops without asking whether there is anything to pop.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int stack[16];
static int depth;

static void push(int v) {
    if (depth < 16)
        stack[depth++] = v;
}

static int pop(void) {
    return stack[--depth]; //~ error[out-of-bounds]
}

static void apply(char op) {
    int b = pop();
    int a = pop();
    switch (op) {
    case '+':
        push(a + b);
        break;
    case '-':
        push(a - b);
        break;
    case '*':
        push(a * b % 1000);
        break;
    }
}

int main(void) {
    static const char ops[] = "+-*";
    push(1);
    push(2);
    for (int i = 0; i < 5; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        if (x % 2 != 0) {
            push((int)(x % 10));
        } else {
            printf("apply %c at depth %d\n", ops[i % 3], depth);
            apply(ops[i % 3]);
        }
    }
    while (depth > 0)
        printf("%d ", pop());
    printf("done\n");
    return 0;
}
