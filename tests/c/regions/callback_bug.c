// A callback frees what it is given, and so does who gave it.
#include <stdlib.h>
static void visit(void (*f)(int *), int *p) { f(p); }
static void drop(int *p) { free(p); }
int main(void) {
    int *p = malloc(4);
    visit(drop, p);
    free(p); //~ error[double-free]
    return 0;
}
