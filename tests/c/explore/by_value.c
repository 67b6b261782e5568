// Structs go into functions and come back as copies; what they point to goes with them.
//@ proved
#include <stdlib.h>
struct pair { int *left, *right; };
static struct pair make(int n) {
    struct pair p = { malloc(sizeof(int)), NULL };
    if (p.left == NULL) abort();
    *p.left = n;
    return p;
}
static struct pair swap(struct pair p) {
    int *left = p.left;
    p.left = p.right;
    p.right = left;
    return p;
}
static void drop(struct pair p) {
    free(p.left);
    free(p.right);
}
int main(void) {
    struct pair a = make(3);
    struct pair b = swap(a);
    int n = b.left == NULL ? *b.right : 0;
    drop(b);
    return n;
}
