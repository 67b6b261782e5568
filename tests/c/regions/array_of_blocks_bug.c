// The elements of an array are forgotten.
#include <stdlib.h>
int main(void) {
    int *table[4];
    for (int i = 0; i < 4; i++) table[i] = NULL;
    for (int i = 0; i < 4; i++) table[i] = malloc(4); //~ FP[leak]: elements are one region
    return 0; //~ error[leak]
}
