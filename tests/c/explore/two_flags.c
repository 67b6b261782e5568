// Two flags say who owns which block: what is freed on the way out is what was made on the way in.
//@ proved
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
    int sum = 0;
    if (has_first) sum += *first;
    if (has_second) sum += *second;
    if (has_second) free(second);
    if (has_first) free(first);
    return sum;
}
