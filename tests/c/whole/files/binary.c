//@ proved
// Records that are written as they are in memory, and read again one by one as long as whole ones are there.
#include <stdio.h>
#include <stdlib.h>

struct entry {
    int key;
    double weight;
    struct entry *next;
};

static struct entry *load(FILE *file) {
    struct entry *list = NULL, e;
    while (fread(&e, sizeof e, 1, file) == 1) {
        struct entry *copy = malloc(sizeof *copy);
        if (!copy)
            break;
        copy->key = e.key;
        copy->weight = e.weight;
        copy->next = list;
        list = copy;
    }
    return list;
}

int main(void) {
    FILE *file = fopen("entries", "rb");
    if (!file)
        return 1;
    struct entry *list = load(file);
    fclose(file);
    file = fopen("entries", "wb");
    while (list) {
        struct entry *next = list->next;
        if (file && fwrite(list, sizeof *list, 1, file) != 1)
            perror("entries");
        free(list);
        list = next;
    }
    if (file)
        fclose(file);
    return 0;
}
