// Within one array bytes are moved with `memcpy`, which is for ranges that are apart.
#include <string.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    memcpy(a, a + 1, 3 * sizeof *a); //~ error[undefined]
    return a[0];
}
