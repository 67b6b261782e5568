//@ proved
// How often each mark was given, from the best to the worst and the other way round.
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
    int given[16] = {0}, reversed[16] = {0};
    for (int i = 0; i < n; i++) {
        if (marks[i] < 0 || marks[i] > 15)
            continue;
        given[marks[i]]++;
    }
    for (int *p = marks; p < marks + n; p++)
        if (*p >= 0 && *p <= 15)
            reversed[15 - *p]++;
    free(marks);
    printf("%d %d\n", given[15], reversed[0]);
    return 0;
}
