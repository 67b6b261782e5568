// A buffer is made in every round and freed once.
#include <stdlib.h>
int main(void) {
    char *p = NULL;
    for (int i = 0; i < 4; i++) {
        p = malloc(4); //~ error[leak]
    }
    free(p);
    return 0; //~ safe[leak]
}
