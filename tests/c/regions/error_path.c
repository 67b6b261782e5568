// Every way out of the function frees the buffer.
#include <stdlib.h>
static int work(int n) {
    char *buffer = malloc(n + 1);
    if (buffer == NULL) return -1;
    if (n > 10) {
        free(buffer);
        return -2; //~ safe[leak]
    }
    buffer[0] = 0;
    free(buffer);
    return 0; //~ safe[leak]
}
int main(void) { return work(4) + work(40); }
