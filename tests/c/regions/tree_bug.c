// A tree is freed by recursion, and one side is forgotten.
#include <stdlib.h>
struct tree { struct tree *left, *right; };
static struct tree *build(int depth) {
    if (depth == 0) return NULL;
    struct tree *t = malloc(sizeof *t);
    if (t == NULL) return NULL;
    t->left = build(depth - 1);
    t->right = build(depth - 1);
    return t;
}
static void drop(struct tree *t) {
    if (t == NULL) return;
    drop(t->left);
    free(t); //~ error[leak] //~ FP[double-free]: that subtrees are apart is not known
}
int main(void) {
    drop(build(3));
    return 0;
}
