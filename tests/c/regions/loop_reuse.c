// A buffer is freed before the next one is made.
#include <stdlib.h>
int main(void) {
    char *p = NULL;
    for (int i = 0; i < 4; i++) {
        free(p); //~ safe[double-free]
        p = malloc(4); //~ safe[leak]
    }
    free(p);
    return 0; //~ safe[leak]
}
