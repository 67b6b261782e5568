// The last of two users frees the object.
#include <stdlib.h>
struct shared { int count; };
static struct shared *take(struct shared *s) {
    s->count++;
    return s;
}
static void leave(struct shared *s) {
    if (--s->count == 0) //~ FP[use-after-free]: numbers are not followed
        free(s);
}
int main(void) {
    struct shared *s = malloc(sizeof *s);
    if (s == NULL) return 1;
    s->count = 1;
    struct shared *t = take(s);
    leave(s);
    leave(t);
    return 0; //~ FP[leak]: numbers are not followed
}
