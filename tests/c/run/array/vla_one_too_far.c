// Fills a variable-length array with a loop that includes its length.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int peak(int n, const int *heights) {
    int best = heights[0];
    for (int i = 1; i < n; i++)
        if (heights[i] > best)
            best = heights[i];
    return best;
}

static int survey(int n) {
    int heights[n];
    for (int i = 0; i <= n; i++) {
        int h = (i * 7 + 3) % 11;
        printf("%d ", h);
        heights[i] = h; //~ error[out-of-bounds]
    }
    return peak(n, heights);
}

int main(void) {
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 6);
    printf("survey of %d: ", n);
    int best = survey(n);
    printf("peak %d\n", best);
    return 0;
}
