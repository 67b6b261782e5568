//@ confirmed
// Nobody asks whether there is a student left to look at. Records with a name in an array, read line by line, and found by name.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct student {
    char name[32];
    int id;
    struct student *next;
};

static struct student *add(struct student *list, const char *name, int id) {
    struct student *added = malloc(sizeof *added);
    if (!added)
        return list;
    strncpy(added->name, name, sizeof added->name - 1);
    added->name[sizeof added->name - 1] = '\0';
    added->id = id;
    added->next = list;
    return added;
}

static struct student *find(struct student *list, const char *name) {
    while (strcmp(list->name, name) != 0) //~ error[null-deref]
        list = list->next;
    return list;
}

int main(void) {
    struct student *list = NULL;
    char line[64];
    int id = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        list = add(list, line, id);
        id = (int)strlen(line);
    }
    struct student *found = find(list, "ada");
    if (found)
        printf("%s has %d\n", found->name, found->id);
    while (list) {
        struct student *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
