// An array of blocks is freed element by element.
#include <stdlib.h>
int main(void) {
    int *table[4];
    for (int i = 0; i < 4; i++) table[i] = NULL;
    for (int i = 0; i < 4; i++) table[i] = malloc(4); //~ FP[leak]: elements are one region
    for (int i = 0; i < 4; i++) free(table[i]); //~ FP[double-free]: elements are one region
    return 0; //~ FP[leak]: elements are one region
}
