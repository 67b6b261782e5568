// The place that frees everything is jumped over.
#include <stdlib.h>
static int copy(int fail) {
    int result = -1;
    char *from = NULL, *to = NULL;
    from = malloc(8);
    if (from == NULL) goto out;
    to = malloc(8);
    if (to == NULL || fail)
        goto end;
    to[0] = 1;
    result = 0;
out:
    free(to);
    free(from);
end:
    return result; //~ error[leak]
}
int main(void) { return copy(0) + copy(1); }
