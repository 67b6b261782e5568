// A global variable keeps the block; that is no leak.
#include <stdlib.h>
static char *kept;
static void keep(char *p) {
    free(kept); //~ safe[double-free]
    kept = p;
}
int main(void) {
    keep(malloc(4));
    keep(malloc(8));
    keep(NULL);
    return 0; //~ safe[leak]
}
