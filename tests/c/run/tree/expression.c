// Expression trees as tagged unions: builds a random one, prints it and folds it.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { NUM, NEG, BIN };

struct expr {
    enum kind kind;
    union {
        int num;
        struct expr *neg;
        struct {
            char op;
            struct expr *lhs, *rhs;
        } bin;
    };
};

static struct expr *make(int depth) {
    struct expr *e = malloc(sizeof *e);
    if (!e)
        exit(2);
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    e->kind = depth ? x % 3 : NUM;
    if (e->kind == NUM)
        e->num = (int)(x % 10);
    else if (e->kind == NEG)
        e->neg = make(depth - 1);
    else
        e->bin.op = "+-*"[x / 3 % 3], e->bin.lhs = make(depth - 1), e->bin.rhs = make(depth - 1);
    return e;
}

/* Prints, evaluates and frees in one walk. */
static int consume(struct expr *e) {
    int v = 0;
    switch (e->kind) {
    case NUM:
        printf("%d", v = e->num);
        break;
    case NEG:
        printf("-");
        v = -consume(e->neg);
        break;
    case BIN:
        printf("(");
        v = consume(e->bin.lhs);
        printf(" %c ", e->bin.op);
        int w = consume(e->bin.rhs);
        v = e->bin.op == '+' ? v + w : e->bin.op == '-' ? v - w : v * w;
        printf(")");
    }
    free(e);
    return v;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        printf(" = %d\n", consume(make(i)));
    return 0;
}
