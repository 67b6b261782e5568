// The error path frees the buffer and then falls into the common cleanup that frees it again.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int fill(int *buffer, int n) {
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (x % 6 == 0)
            return -1;
        buffer[i] = x % 100;
    }
    return n;
}

static int process(int n) {
    int status = 0;
    int *buffer = malloc((size_t)n * sizeof *buffer);
    int *index = malloc((size_t)n * sizeof *index);
    if (!buffer || !index) {
        status = 2;
        goto done;
    }
    if (fill(buffer, n) < 0) {
        puts("bad sample");
        free(buffer);
        status = 1;
        goto done;
    }
    for (int i = 0; i < n; i++)
        index[i] = n - 1 - i;
    for (int i = 0; i < n; i++)
        printf("%d ", buffer[index[i]]);
    putchar('\n');
done:
    free(index);
    free(buffer); //~ error[double-free]
    return status;
}

int main(void) {
    int status = process(3);
    printf("status %d\n", status);
    return status;
}
