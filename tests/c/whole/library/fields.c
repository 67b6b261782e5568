//@ proved
// A line is cut into fields in place: each separator becomes the end of a string.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *rest = line;
        for (;;) {
            char *field = rest + strspn(rest, " \t\n");
            if (*field == '\0')
                break;
            char *end = field + strcspn(field, " \t\n");
            if (*end != '\0') {
                *end = '\0';
                end++;
            }
            rest = end;
            puts(field);
        }
    }
    return 0;
}
