// After a failure the slots that were filled are freed and set to null; the caller frees all of them.
//@ args: --domain checkers
//@ proved
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int fill(int **array, int n) {
    int i, j;
    for (i = 0; i < n; i++) {
        array[i] = malloc(sizeof **array);
        if (array[i] == NULL) {
            for (j = i - 1; j >= 0; j--) {
                free(array[j]);
                array[j] = NULL;
            }
            return -1;
        }
    }
    return 0;
}

static void drop(int **array, int n) {
    for (int i = 0; i < n; i++)
        free(array[i]);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1 << 24)
        return 0;
    int **array = calloc(n, sizeof *array);
    if (array == NULL)
        return 1;
    fill(array, n);
    drop(array, n);
    free(array);
    return 0;
}
