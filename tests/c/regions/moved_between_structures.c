// A block is moved from one structure to another.
#include <stdlib.h>
struct box { int *content; };
static void move(struct box *to, struct box *from) {
    to->content = from->content;
    from->content = NULL;
}
int main(void) {
    struct box a, b;
    a.content = malloc(4);
    b.content = NULL;
    move(&b, &a);
    free(b.content); //~ safe[double-free]
    free(a.content); //~ safe[double-free]
    return 0; //~ safe[leak]
}
