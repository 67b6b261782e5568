//@ proved
// A text that grows by pieces.
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *data;
    size_t length, room;
} Text;

static int text_reserve(Text *t, size_t more) {
    if (t->room - t->length > more)
        return 0;
    size_t room = t->length + more + 16;
    char *data = realloc(t->data, room);
    if (!data)
        return -1;
    t->data = data;
    t->room = room;
    return 0;
}

static int text_append(Text *t, const char *piece) {
    size_t n = strlen(piece);
    if (text_reserve(t, n) != 0)
        return -1;
    memcpy(t->data + t->length, piece, n + 1);
    t->length += n;
    return 0;
}

int main(void) {
    Text t = {NULL, 0, 0};
    int n = rand() % 6;
    for (int i = 0; i < n; i++)
        if (text_append(&t, i % 2 ? "shape" : "list, ") != 0)
            break;
    int ok = t.length == 0 || t.data[t.length] == '\0';
    free(t.data);
    return !ok;
}
