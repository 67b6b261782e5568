// A function gives away what it made.
#include <stdlib.h>
static int *make(int v) {
    int *p = malloc(sizeof *p);
    if (p != NULL) *p = v;
    return p; //~ safe[leak]
}
int main(void) {
    int *p = make(3);
    free(p);
    return 0; //~ safe[leak]
}
