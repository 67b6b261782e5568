//@ proved
// One file after the other, character by character.
#include <stdio.h>

static int copy(const char *from, const char *to) {
    FILE *in = fopen(from, "r");
    if (in == NULL)
        return -1;
    FILE *out = fopen(to, "w");
    if (out == NULL) {
        fclose(in);
        return -1;
    }
    int c;
    while ((c = getc(in)) != EOF)
        putc(c, out);
    int failed = ferror(in);
    fclose(in);
    if (fclose(out) != 0)
        failed = 1;
    return failed ? -1 : 0;
}

int main(void) { return copy("from", "to") == 0 ? 0 : 1; }
