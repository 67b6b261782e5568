//@ confirmed
// The first file stays open if the second cannot be opened.
#include <stdio.h>

static int copy(const char *from, const char *to) {
    FILE *in = fopen(from, "r");
    if (in == NULL)
        return -1;
    FILE *out = fopen(to, "w");
    if (out == NULL)
        return -1; //~ error[leak]
    int c;
    while ((c = getc(in)) != EOF)
        putc(c, out);
    fclose(in);
    return fclose(out);
}

int main(void) { return copy("from", "to") == 0 ? 0 : 1; }
