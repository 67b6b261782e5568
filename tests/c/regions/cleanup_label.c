// One place frees everything, whatever was there.
#include <stdlib.h>
static int copy(int fail) {
    int result = -1;
    char *from = NULL, *to = NULL;
    from = malloc(8);
    if (from == NULL) goto out;
    to = malloc(8);
    if (to == NULL || fail) goto out;
    to[0] = from != NULL;
    result = 0;
out:
    free(to);
    free(from);
    return result; //~ safe[leak] //~ safe[double-free]
}
int main(void) { return copy(0) + copy(1); }
