// A string that grows by doubling its block; it ends with a zero byte at any time.
//@ proved
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
    char *text;
    size_t length, room;
};

static int put(struct buffer *buffer, char character) {
    if (buffer->length + 1 >= buffer->room) {
        size_t room = buffer->room ? buffer->room * 2 : 16;
        char *text = realloc(buffer->text, room);
        if (!text)
            return -1;
        buffer->text = text;
        buffer->room = room;
    }
    buffer->text[buffer->length++] = character;
    buffer->text[buffer->length] = '\0';
    return 0;
}

int main(void) {
    struct buffer buffer = {0};
    while (__VERIFIER_nondet_int()) {
        char character = __VERIFIER_nondet_int();
        if (put(&buffer, character ? character : 'x') < 0)
            break;
    }
    if (buffer.text)
        printf("%s %zu\n", buffer.text, strlen(buffer.text));
    free(buffer.text);
    return 0;
}
