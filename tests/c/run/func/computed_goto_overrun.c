// A computed-goto interpreter whose stack is too small for a program that only pushes.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum op { PUSH, ADD, END };

static int run(const unsigned char *code) {
    static void *const labels[] = {&&push, &&add, &&end};
    int stack[6];
    int top = 0;
    goto *labels[*code];
push:
    stack[top++] = code[1]; //~ error[out-of-bounds]
    code += 2;
    goto *labels[*code];
add:
    top--;
    stack[top - 1] += stack[top];
    code++;
    goto *labels[*code];
end:
    printf("top of %d: %d\n", top, stack[top - 1]);
    return stack[top - 1];
}

int main(void) {
    unsigned char code[32];
    int n = 0;
    int pushes = 4 + (int)((unsigned)__VERIFIER_nondet_int() % 5);
    printf("%d pushes\n", pushes);
    for (int i = 0; i < pushes; i++) {
        code[n++] = PUSH;
        code[n++] = (unsigned char)(i * i);
    }
    for (int i = 1; i < pushes; i++)
        code[n++] = ADD;
    code[n] = END;
    int result = run(code);
    printf("result %d\n", result);
    return 0;
}
