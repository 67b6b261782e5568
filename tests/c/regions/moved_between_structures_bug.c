// A block is in two structures, and both free it.
#include <stdlib.h>
struct box { int *content; };
static void share(struct box *to, struct box *from) { to->content = from->content; }
int main(void) {
    struct box a, b;
    a.content = malloc(4);
    b.content = NULL;
    share(&b, &a);
    free(b.content);
    free(a.content); //~ error[double-free]
    return 0;
}
