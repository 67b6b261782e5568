// A local structure frees what it holds.
#include <stdlib.h>
struct buffer { char *data; int used; };
static int open_buffer(struct buffer *b) {
    b->data = malloc(16);
    b->used = 0;
    return b->data != NULL;
}
static void close_buffer(struct buffer *b) {
    free(b->data);
    b->data = NULL;
}
int main(void) {
    struct buffer b;
    if (!open_buffer(&b)) return 1;
    b.used++;
    close_buffer(&b);
    close_buffer(&b); //~ safe[double-free]
    return 0; //~ safe[leak]
}
