// A JSON-like value as a tagged union with nested arrays; printed and freed recursively.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct Value {
    enum { NIL, BOOL, NUMBER, STRING, ARRAY } tag;
    union {
        _Bool boolean;
        double number;
        const char *string;
        struct {
            size_t count;
            struct Value *items;
        } array;
    } as;
} Value;

static Value make(int depth) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    Value v = {.tag = x % (depth > 0 ? 5 : 4)};
    switch (v.tag) {
    case NIL:
        break;
    case BOOL:
        v.as.boolean = x / 8 & 1;
        break;
    case NUMBER:
        v.as.number = (double)(x % 1000) / 8;
        break;
    case STRING:
        v.as.string = x & 64 ? "yes" : "no";
        break;
    case ARRAY:
        v.as.array.count = x / 8 % 4;
        v.as.array.items = malloc((v.as.array.count + 1) * sizeof(Value));
        if (!v.as.array.items)
            exit(2);
        for (size_t i = 0; i < v.as.array.count; i++)
            v.as.array.items[i] = make(depth - 1);
    }
    return v;
}

static void print(Value v) {
    switch (v.tag) {
    case NIL: printf("null"); return;
    case BOOL: printf(v.as.boolean ? "true" : "false"); return;
    case NUMBER: printf("%g", v.as.number); return;
    case STRING: printf("\"%s\"", v.as.string); return;
    case ARRAY:
        putchar('[');
        for (size_t i = 0; i < v.as.array.count; i++) {
            printf(i ? "," : "");
            print(v.as.array.items[i]);
        }
        putchar(']');
        free(v.as.array.items);
    }
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        print(make(2));
        putchar('\n');
    }
    return 0;
}
