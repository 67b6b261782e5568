// A stream that is closed is gone.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("data", "r");
    if (!f)
        return 1;
    if (fclose(f) != 0)
        fclose(f); //~ error[use-after-free]
    return 0;
}
