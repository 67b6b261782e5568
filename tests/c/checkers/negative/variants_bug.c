// A branch is made a leaf, and its operands are lost.
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

void cut(struct expr *e) {
    sw_requires(expr(e));
    sw_ensures(expr(e));
    e->kind = LEAF;
    e->u.value = 0; //~ error[leak]
} //~ error[contract]
