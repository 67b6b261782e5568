// A bytecode interpreter that dispatches by computed goto.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum op { PUSH, ADD, MUL, SWAP, OVER, JNZ, PRINT, HALT };

static long run(const signed char *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&swap, &&over, &&jnz, &&print, &&halt};
    long stack[16], *sp = stack, steps = 0;
    const signed char *pc = code;

#define NEXT goto *(steps++, labels[*pc++])
    NEXT;
push:
    *sp++ = *pc++;
    NEXT;
add:
    sp--, sp[-1] += sp[0];
    NEXT;
mul:
    sp--, sp[-1] = sp[-1] * sp[0] % 1000000007;
    NEXT;
swap: {
    long t = sp[-1];
    sp[-1] = sp[-2];
    sp[-2] = t;
}
    NEXT;
over:
    *sp = sp[-2], sp++;
    NEXT;
jnz:
    pc += *--sp ? *pc : 1;
    NEXT;
print:
    printf("%ld\n", sp[-1]);
    NEXT;
halt:
    return steps;
}

int main(void) {
    signed char n = (signed char)(1 + (unsigned)__VERIFIER_nondet_int() % 12);
    /* acc = 1; do { acc = (acc + 3) * 2; } while (--n); */
    const signed char program[] = {
        PUSH, n,  PUSH, 1,                   /* n acc */
        PUSH, 3,  ADD,  PUSH, 2,   MUL, PRINT,
        SWAP, PUSH, -1, ADD,  SWAP,          /* n-1 acc */
        OVER, JNZ, -14, HALT,
    };
    long steps = run(program);
    printf("%ld steps\n", steps);
    return (int)(steps & 0x7f);
}
