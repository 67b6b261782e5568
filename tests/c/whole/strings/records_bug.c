//@ confirmed
// One letter too many is read. Lines that are taken apart by a format; the words fit into the arrays of the records.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char name[16];
    int age;
    double weight;
    struct record *next;
};

int main(void) {
    struct record *list = NULL;
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        char name[16];
        int age;
        double weight;
        if (sscanf(line, "%16s %d %lf", name, &age, &weight) != 3) //~ error[out-of-bounds]
            continue;
        struct record *made = malloc(sizeof *made);
        if (!made)
            break;
        strcpy(made->name, name);
        made->age = age;
        made->weight = weight;
        made->next = list;
        list = made;
    }
    for (struct record *at = list; at; at = at->next)
        printf("%s: %d years, %f\n", at->name, at->age, at->weight);
    while (list) {
        struct record *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
