// What was never written is used where the number it was converted to is.
#include <stdbool.h>

int main(void) {
    bool flag;
    int table[2] = {0};
    return table[flag]; //~ error[uninitialized]
}
