// A global variable is overwritten while it keeps a block.
#include <stdlib.h>
static char *kept;
static void keep(char *p) {
    kept = p; //~ error[leak]
}
int main(void) {
    keep(malloc(4));
    keep(malloc(8));
    return 0;
}
