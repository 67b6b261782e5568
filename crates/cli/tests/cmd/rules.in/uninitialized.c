#include <stdlib.h>

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 1;
    int sum = numbers[0] + numbers[1];
    free(numbers);
    if (sum > 1)
        return 1;
    return 0;
}
