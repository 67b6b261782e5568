// A histogram in a malloc'd array that nobody set to zero; printing bars branches on the counts.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define BINS 4

static unsigned *new_histogram(const int *data, int n, int reset) {
    unsigned *bin = malloc(BINS * sizeof *bin);
    if (!bin)
        exit(2);
    if (reset)
        for (int i = 0; i < BINS; i++)
            bin[i] = 0;
    for (int i = 0; i < n; i++)
        bin[data[i]] = 1;
    return bin;
}

static void bars(const unsigned *bin) {
    for (int i = 0; i < BINS; i++) {
        printf("%d ", i);
        if (bin[i] != 0) //~ error[uninitialized]
            printf("#");
        putchar('\n');
    }
}

int main(void) {
    int data[6];
    for (int i = 0; i < 6; i++)
        data[i] = (int)((unsigned)__VERIFIER_nondet_int() % 2);
    unsigned *bin = new_histogram(data, 6, 0);
    bars(bin);
    free(bin);
    return 0;
}
