//@ proved
// The lines of a file, in nodes that hold a part of each.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char text[64];
    struct line *next;
};

static void destroy(struct line *all) {
    while (all != NULL) {
        struct line *next = all->next;
        free(all);
        all = next;
    }
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    FILE *file = fopen(argv[1], "r");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
        return 1;
    }
    struct line *all = NULL;
    char buffer[128];
    while (fgets(buffer, sizeof buffer, file) != NULL) {
        struct line *line = malloc(sizeof *line);
        if (line == NULL)
            break;
        snprintf(line->text, sizeof line->text, "%s", buffer);
        line->next = all;
        all = line;
    }
    fclose(file);
    for (struct line *line = all; line != NULL; line = line->next)
        fputs(line->text, stdout);
    destroy(all);
    return 0;
}
