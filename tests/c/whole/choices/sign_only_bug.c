// What `strcmp` gives is taken for one of three numbers.
#include <string.h>

int main(int argc, char **argv) {
    const char *given = argc > 1 ? argv[1] : "b";
    int order = strcmp(given, "c");
    int *count = NULL, zero = 0;
    if (order == -1 || order == 0 || order == 1)
        count = &zero;
    return *count; //~ error[null-deref]
}
