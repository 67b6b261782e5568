// A tree is built and freed by recursion.
#include <stdlib.h>
struct tree { struct tree *left, *right; };
static struct tree *build(int depth) {
    if (depth == 0) return NULL;
    struct tree *t = malloc(sizeof *t);
    if (t == NULL) return NULL;
    t->left = build(depth - 1);
    t->right = build(depth - 1);
    return t; //~ safe[leak]
}
static void drop(struct tree *t) {
    if (t == NULL) return;
    drop(t->left); //~ FP[use-after-free]: that subtrees are apart is not known
    drop(t->right); //~ FP[use-after-free]
    free(t); //~ FP[double-free] //~ FP[leak]
}
int main(void) {
    drop(build(3));
    return 0;
}
