// Cells of two kinds, told apart by a flag; cells that are copied as a whole.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

enum { LEAF, BRANCH };

struct expr {
    int kind;
    union {
        int value;
        struct expr *operand[2];
    } u;
};

bool expr(struct expr *e) {
    if (e == NULL)
        return false;
    if (e->kind == LEAF)
        return true;
    return e->kind == BRANCH && expr(e->u.operand[0]) && expr(e->u.operand[1]);
}

struct expr *leaf(int value) {
    sw_ensures(expr(sw_result)); //~ FP[contract]
    struct expr *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->kind = LEAF;
    e->u.value = value;
    return e;
}

struct expr *branch(struct expr *a, struct expr *b) {
    sw_requires(expr(a) && expr(b));
    sw_ensures(expr(sw_result));
    struct expr *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->kind = BRANCH;
    e->u.operand[0] = a;
    e->u.operand[1] = b;
    return e;
}

int depth(struct expr *e) {
    sw_requires(expr(e));
    sw_ensures(expr(e));
    if (e->kind == LEAF)
        return 1;
    int a = depth(e->u.operand[0]);
    int b = depth(e->u.operand[1]);
    return 1 + (a > b ? a : b);
}

void destroy(struct expr *e) {
    sw_requires(expr(e));
    if (e->kind == BRANCH) {
        destroy(e->u.operand[0]);
        destroy(e->u.operand[1]);
    }
    free(e);
}

/* Takes over what the first operand is, and frees the rest. */
void collapse(struct expr *e) {
    sw_requires(expr(e));
    sw_ensures(expr(e));
    if (e->kind == LEAF)
        return;
    struct expr *first = e->u.operand[0];
    destroy(e->u.operand[1]);
    *e = *first;
    free(first);
}

int main(void) {
    struct expr *e = branch(branch(leaf(1), leaf(2)), leaf(3));
    collapse(e);
    int d = depth(e);
    destroy(e);
    return d - 2;
}
