//@ proved
// A table of rows, each a block of its own, whose sizes are read; what cannot be made is given back.
#include <stdio.h>
#include <stdlib.h>

static int **new_grid(int rows, int columns) {
    int **grid = malloc(rows * sizeof *grid);
    if (!grid)
        return NULL;
    for (int row = 0; row < rows; row++) {
        grid[row] = calloc(columns, sizeof **grid);
        if (!grid[row]) {
            while (row > 0)
                free(grid[--row]);
            free(grid);
            return NULL;
        }
    }
    return grid;
}

int main(void) {
    int rows, columns;
    if (scanf("%d %d", &rows, &columns) != 2 || rows <= 0 || columns <= 0 || rows > 1000 || columns > 1000)
        return 1;
    int **grid = new_grid(rows, columns);
    if (!grid)
        return 1;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            grid[row][column] = row * column;
    long sum = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            sum += grid[row][column];
    printf("%ld\n", sum);
    for (int row = 0; row < rows; row++)
        free(grid[row]);
    free(grid);
    return 0;
}
