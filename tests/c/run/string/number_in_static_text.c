// Where a number in a static text ends, the text can be changed, though `strtol` takes it as not to be changed.
//@ clean
#include <assert.h>
#include <stdlib.h>

static char text[4] = "12";

int main(void) {
    char *end;
    assert(strtol(text, &end, 10) == 12);
    *end = 'x';
    assert(text[2] == 'x');
    return 0;
}
