// What a file holds stays in it: read twice it is the same, and what was written is there.
//@ clean
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = fopen("data", "r");
    if (f) {
        int first = fgetc(f), second = fgetc(f);
        if (second != EOF)
            assert(ftell(f) == 2);
        rewind(f);
        assert(fgetc(f) == first);
        assert(ungetc('x', f) == 'x' && fgetc(f) == 'x' && !feof(f));
        fclose(f);
        FILE *again = fopen("data", "r");
        if (again) {
            assert(fgetc(again) == first && fgetc(again) == second);
            fseek(again, 0, SEEK_END);
            long size = ftell(again);
            assert(size >= 0 && fgetc(again) == EOF && feof(again));
            assert(fseek(again, -1, SEEK_SET) != 0);
            fclose(again);
        }
    }
    FILE *out = fopen("out", "w");
    if (!out)
        return 1;
    fputs("one\ntwo\n", out);
    fprintf(out, "%d", 3);
    fclose(out);
    out = fopen("out", "a+");
    if (!out)
        return 1;
    fputc('!', out);
    rewind(out);
    char text[32];
    size_t got = fread(text, 1, sizeof text, out);
    assert(got == 10 && memcmp(text, "one\ntwo\n3!", got) == 0);
    fclose(out);
    return 0;
}
