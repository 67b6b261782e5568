// A function passes the address of a variable on, and has no other name for what the variable leads to.
#include <stdlib.h>
static int *first;
static void release(int **at) {
    free(*at); //~ safe[double-free]
    *at = NULL; //~ safe[leak]
}
static void release_first(void) { release(&first); }
int main(void) {
    first = malloc(4);
    release_first();
    release_first();
    return 0;
}
