// A variable gets a new block while it holds the only pointer to an old one.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p = malloc(8); //~ error[leak]
    free(p);
    return 0; //~ safe[leak]
}
