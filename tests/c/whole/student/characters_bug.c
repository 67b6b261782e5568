// Capitals are letters, too, and are not where the small ones are.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int digits[10] = {0}, letters[26] = {0}, c;
    while ((c = getchar()) != EOF) {
        if (isdigit(c))
            digits[c - '0']++;
        else if (isalpha(c))
            letters[c - 'a']++; //~ error[out-of-bounds]
    }
    printf("%d %d\n", digits[0], letters[0]);
    return 0;
}
