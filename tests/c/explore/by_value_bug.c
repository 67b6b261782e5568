// The copy is dropped, and then the original, which points to the same block.
#include <stdlib.h>
struct pair { int *left, *right; };
static struct pair swap(struct pair p) {
    int *left = p.left;
    p.left = p.right;
    p.right = left;
    return p;
}
static void drop(struct pair p) {
    free(p.left); //~ error[double-free] //~ FP[invalid-free]
    free(p.right);
}
int main(void) {
    struct pair a = { malloc(sizeof(int)), NULL };
    struct pair b = swap(a);
    drop(b);
    drop(a);
    return 0;
}
