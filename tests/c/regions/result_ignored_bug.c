// What a function makes is not taken.
#include <stdlib.h>
static int *make(int v) {
    int *p = malloc(sizeof *p);
    if (p != NULL) *p = v;
    return p;
}
int main(void) {
    make(3); //~ error[leak]
    return 0;
}
