// A struct returned by a function overwrites one that owns a block: the caller lost it, not the function.
#include <stdio.h>
#include <stdlib.h>

struct buffer {
    char *data;
    int size;
};

static struct buffer make(int size) {
    struct buffer b = {malloc(size), size};
    for (int i = 0; i < size; i++)
        b.data[i] = (char)('a' + i);
    return b;
}

int main(void) {
    struct buffer b = make(3);
    printf("%c\n", b.data[2]);
    b = make(5); //~ error[leak]
    printf("%c\n", b.data[4]);
    free(b.data);
    return 0;
}
