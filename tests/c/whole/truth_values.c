//@ proved
// Two questions with two answers each: all four executions are looked at.
#include <stdbool.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    bool first = __VERIFIER_nondet_bool(), both = __VERIFIER_nondet_bool();
    int *a = NULL, *b = NULL;
    if (first)
        a = malloc(sizeof *a);
    if (first && both)
        b = a;
    if (b != NULL)
        free(b);
    else
        free(a);
    return 0;
}
