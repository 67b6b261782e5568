// One mark too many is let through.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1 || n <= 0 || n > 1000)
        return 1;
    int *marks = malloc(n * sizeof *marks);
    if (marks == NULL)
        return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &marks[i]) != 1)
            marks[i] = 0;
    int given[16] = {0};
    for (int i = 0; i < n; i++) {
        if (marks[i] < 0 || marks[i] > 16)
            continue;
        given[marks[i]]++; //~ error[out-of-bounds]
    }
    free(marks);
    printf("%d\n", given[15]);
    return 0;
}
