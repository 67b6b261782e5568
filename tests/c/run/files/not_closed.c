// A stream that nobody can close any more is lost.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("data", "r");
    if (f && fgetc(f) == EOF)
        f = NULL; //~ error[leak]
    if (f)
        fclose(f);
    return 0;
}
