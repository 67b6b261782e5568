// After the last word what is left is the end of the text, and asking again gives nothing.
//@ clean
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <string.h>

int main(void) {
    char text[] = "one two";
    char *rest = 0;
    assert(strtok_r(text, " ", &rest) == text);
    assert(strcmp(rest, "two") == 0);
    assert(strtok_r(0, " ", &rest) == text + 4);
    assert(rest == text + 7 && *rest == 0);
    assert(strtok_r(0, " ", &rest) == 0 && rest == text + 7);
    return 0;
}
