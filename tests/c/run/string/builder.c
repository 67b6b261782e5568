// A growing string builder over realloc, with printf-style append.
//@ clean
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct builder {
    char *text;
    size_t length, capacity;
};

__attribute__((format(printf, 2, 3))) static void append(struct builder *b, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0)
        abort();
    if (b->length + (size_t)n + 1 > b->capacity) {
        size_t capacity = b->capacity ? b->capacity : 8;
        while (capacity < b->length + (size_t)n + 1)
            capacity *= 2;
        char *text = realloc(b->text, capacity);
        if (!text)
            abort();
        b->text = text;
        b->capacity = capacity;
    }
    va_start(args, format);
    vsnprintf(b->text + b->length, b->capacity - b->length, format, args);
    va_end(args);
    b->length += (size_t)n;
}

int main(void) {
    struct builder b = {NULL, 0, 0};
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 6);
    append(&b, "[");
    for (int i = 0; i < n; i++)
        append(&b, "%s%d:%x", i ? ", " : "", i, (unsigned)__VERIFIER_nondet_int());
    append(&b, "%c", ']');
    printf("%s\nlength %zu capacity %zu\n", b.text, b.length, b.capacity);
    free(b.text);
    return 0;
}
