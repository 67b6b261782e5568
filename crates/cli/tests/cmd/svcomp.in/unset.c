#include <stdlib.h>

int main(void) {
    int *p;
    if (p != NULL)
        return *p;
    return 0;
}
