// The object is used by who gave it back already.
#include <stdlib.h>
struct shared { int count; };
static struct shared *make(void) {
    struct shared *s = malloc(sizeof *s);
    if (s == NULL) exit(1);
    s->count = 1;
    return s;
}
static void leave(struct shared *s) { free(s); }
int main(void) {
    struct shared *s = make();
    leave(s);
    s->count++; //~ error[use-after-free]
    return 0;
}
