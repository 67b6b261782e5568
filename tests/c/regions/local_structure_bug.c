// A local structure is forgotten with what it holds.
#include <stdlib.h>
struct buffer { char *data; int used; };
static int open_buffer(struct buffer *b) {
    b->data = malloc(16);
    b->used = 0;
    return b->data != NULL;
}
int main(void) {
    struct buffer b;
    if (!open_buffer(&b)) return 1;
    b.used++;
    return 0; //~ error[leak]
}
