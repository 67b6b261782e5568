// The second flag is not asked where the blocks are freed after the first was given back early.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *first = NULL, *second = NULL;
    int has_first = 0, has_second = 0;
    for (int round = 0; round < 3; round++) {
        int order = __VERIFIER_nondet_int();
        if (order == 1 && !has_first) {
            first = malloc(sizeof *first);
            if (first == NULL) abort();
            *first = round;
            has_first = 1;
        } else if (order == 2 && !has_second) {
            second = malloc(sizeof *second);
            if (second == NULL) abort();
            *second = round;
            has_second = 1;
        } else if (order == 3 && has_first) {
            free(first);
            has_first = 0;
        }
    }
    if (has_second) {
        free(second);
        free(first); //~ error[double-free]
    } else if (has_first) {
        free(first);
    }
    return 0;
}
