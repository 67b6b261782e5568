// A function passes the address of a variable on, and has no other name for what the variable leads to.
#include <stdlib.h>
static int *first, *second;
static void release(int **at) { free(*at); } //~ error[double-free]
static void forget(int **at) { *at = NULL; } //~ error[leak]
static void release_first(void) { release(&first); }
static void forget_second(void) { forget(&second); }
int main(void) {
    second = malloc(4);
    forget_second();
    first = malloc(4);
    release_first();
    release_first();
    return 0;
}
