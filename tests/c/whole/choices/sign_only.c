// Of what `strcmp` gives only the sign is used.
//@ proved
#include <string.h>

int main(int argc, char **argv) {
    const char *given = argc > 1 ? argv[1] : "b";
    int order = strcmp(given, "b");
    int *count = NULL, zero = 0;
    if (order < 0 || order == 0 || order > 0)
        count = &zero;
    return *count;
}
