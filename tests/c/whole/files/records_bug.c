//@ confirmed
// A record whose number is given twice is dropped without being freed, and the file is read on after it was closed.
#include <stdio.h>
#include <stdlib.h>

struct record {
    int id;
    struct record *next;
};

static struct record *load(const char *path) {
    struct record *first = NULL;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    int id;
    while (fscanf(file, "%d", &id) == 1) { //~ error[use-after-free]
        struct record *r = malloc(sizeof *r);
        if (!r)
            break;
        r->id = id;
        if (first && first->id == id)
            continue; //~ error[leak]
        r->next = first;
        first = r;
        if (id == 0)
            fclose(file);
    }
    fclose(file);
    return first;
}

int main(void) {
    struct record *all = load("records");
    while (all) {
        struct record *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
