// The bytes of a negative number are those of a large one.
//@ proved
#include <assert.h>
#include <stdlib.h>

union word {
    int number;
    unsigned bits;
    signed char small;
    unsigned char byte;
};

int main(void) {
    union word *word = malloc(sizeof *word);
    if (word == NULL)
        return 0;
    word->number = -5;
    assert(word->bits == 4294967291u);
    word->small = -1;
    assert(word->byte == 255);
    free(word);
    return 0;
}
