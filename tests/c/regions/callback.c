// A callback frees what it is given.
#include <stdlib.h>
static void visit(void (*f)(int *), int *p) { f(p); }
static void drop(int *p) { free(p); }
int main(void) {
    int *p = malloc(4);
    visit(drop, p);
    return 0; //~ safe[leak] //~ safe[double-free]
}
