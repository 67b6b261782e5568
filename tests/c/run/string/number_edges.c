// Texts at the edges of what `strtol` and `strtod` can read.
//@ clean
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void real(const char *text) {
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    printf("%s: %a, errno %d, rest '%s'\n", text, value, errno, end);
}

int main(void) {
    real("1e400");
    real("-1e400");
    real("1e-400");
    real("0x1p-1074");
    real("0x1.fffffffffffff8p0");
    real("nan(12)x");
    real("-infinity and more");
    real("0x.");
    real(" +.5e");
    char *end = "untouched";
    errno = 0;
    long value = strtol("7", &end, 1);
    printf("base 1: %ld, errno %d\n", value, errno);
    value = strtol("-", &end, 10);
    printf("%ld '%s'\n", value, end);
    printf("%a\n", strtof("1.00000005960464480", NULL));
    float single;
    if (sscanf("1.00000005960464480", "%f", &single) == 1)
        printf("%a\n", single);
    return 0;
}
