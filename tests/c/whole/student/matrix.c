//@ proved
// A matrix as an array of rows; each row is allocated on its own.
#include <stdlib.h>

int main(void) {
    int rows = rand() % 8 + 1, columns = rand() % 8 + 1;
    int **a = malloc(rows * sizeof(int *));
    if (a == NULL)
        return 1;
    int made = 0;
    while (made < rows) {
        a[made] = malloc(columns * sizeof(int));
        if (a[made] == NULL)
            break;
        made++;
    }
    for (int i = 0; i < made; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = i == j;
    int trace = 0;
    for (int i = 0; i < made && i < columns; i++)
        trace += a[i][i];
    for (int i = 0; i < made; i++)
        free(a[i]);
    free(a);
    return trace == 0;
}
