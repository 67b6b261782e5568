// Which letters are small depends on the locale, and the program asks for that of the user.
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
    int letters[26] = {0}, c;
    setlocale(LC_ALL, "");
    while ((c = getchar()) != EOF)
        if (islower(c))
            letters[c - 'a']++; //~ error[out-of-bounds]
    return letters[0] > 0;
}
