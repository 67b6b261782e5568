// A tree of bounded depth, made and freed by functions that call themselves.
//@ proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *left, *right; };
static struct tree *grow(int depth) {
    if (depth == 0 || __VERIFIER_nondet_int())
        return NULL;
    struct tree *t = malloc(sizeof *t);
    if (t == NULL) return NULL;
    t->left = grow(depth - 1);
    t->right = grow(depth - 1);
    return t;
}
static void drop(struct tree *t) {
    if (t == NULL) return;
    drop(t->left);
    drop(t->right);
    free(t);
}
int main(void) {
    drop(grow(2));
    return 0;
}
