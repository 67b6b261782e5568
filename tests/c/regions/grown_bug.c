// A block that cannot grow is lost.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 1;
    p = realloc(p, 8); //~ error[leak]
    free(p);
    return 0;
}
