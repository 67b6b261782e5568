// What a stream holds is the library's own affair: no run tells what is there.
#include <stdio.h>

int main(void) {
    char *inside = (char *)stdout;
    int *nothing = NULL;
    if (*inside == 17) //~ FP[out-of-bounds] //~ FP[uninitialized]
        *nothing = 1; //~ error[null-deref]
    return 0;
}
