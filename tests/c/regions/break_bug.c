// A loop is left before the buffer is freed.
#include <stdlib.h>
int main(void) {
    for (int i = 0; i < 4; i++) {
        char *p = malloc(4);
        if (p == NULL) continue;
        if (i == 2)
            break; //~ error[leak]
        free(p);
    }
    return 0;
}
