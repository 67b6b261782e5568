//@ confirmed
// The text of a line that is deleted is not freed. Lines of text in a doubly linked list with a cursor: insert, delete, move, print.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *text;
    struct line *next, *prev;
};

struct buffer {
    struct line *first, *cursor;
};

static struct line *new_line(const char *text) {
    struct line *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->text = strdup(text);
    if (!made->text) {
        free(made);
        return NULL;
    }
    made->next = made->prev = NULL;
    return made;
}

static void insert(struct buffer *buffer, struct line *line) {
    if (!buffer->cursor) {
        line->next = buffer->first;
        if (buffer->first)
            buffer->first->prev = line;
        buffer->first = line;
    } else {
        line->prev = buffer->cursor;
        line->next = buffer->cursor->next;
        if (line->next)
            line->next->prev = line;
        buffer->cursor->next = line;
    }
    buffer->cursor = line;
}

static void delete_line(struct buffer *buffer) {
    struct line *line = buffer->cursor;
    if (!line)
        return;
    if (line->prev)
        line->prev->next = line->next;
    else
        buffer->first = line->next;
    if (line->next)
        line->next->prev = line->prev;
    buffer->cursor = line->next ? line->next : line->prev;
    free(line); //~ error[leak]
}

int main(void) {
    struct buffer buffer = {0};
    char input[256];
    while (fgets(input, sizeof input, stdin)) {
        input[strcspn(input, "\n")] = '\0';
        if (input[0] == 'd') {
            delete_line(&buffer);
        } else if (input[0] == 'n') {
            if (buffer.cursor && buffer.cursor->next)
                buffer.cursor = buffer.cursor->next;
        } else if (input[0] == 'p') {
            for (struct line *at = buffer.first; at; at = at->next)
                puts(at->text);
        } else {
            struct line *line = new_line(input);
            if (line)
                insert(&buffer, line);
        }
    }
    while (buffer.first) {
        struct line *next = buffer.first->next;
        free(buffer.first->text);
        free(buffer.first);
        buffer.first = next;
    }
    return 0;
}
