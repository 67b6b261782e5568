//@ proved
// Records of a file in a list, in the order of the file.
#include <stdio.h>
#include <stdlib.h>

struct record {
    int id;
    char name[16];
    struct record *next;
};

static struct record *load(const char *path) {
    struct record *first = NULL, *last = NULL;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    int id;
    char name[16];
    while (fscanf(file, "%d %15s", &id, name) == 2) {
        struct record *r = malloc(sizeof *r);
        if (!r)
            break;
        r->id = id;
        snprintf(r->name, sizeof r->name, "%s", name);
        r->next = NULL;
        if (last)
            last->next = r;
        else
            first = r;
        last = r;
    }
    fclose(file);
    return first;
}

int main(void) {
    struct record *all = load("records");
    for (struct record *r = all; r; r = r->next)
        printf("%d %s\n", r->id, r->name);
    while (all) {
        struct record *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
