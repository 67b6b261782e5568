// The names are not freed with the elements that own them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    char *name;
    struct entry *next;
};

static char *copy(const char *text) {
    size_t length = strlen(text);
    char *block = malloc(length + 1);
    if (block)
        memcpy(block, text, length + 1);
    return block;
}

static struct entry *add(struct entry *list, const char *name) {
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return list;
    entry->name = copy(name);
    if (!entry->name) {
        free(entry);
        return list;
    }
    entry->next = list;
    return entry;
}

static size_t longest(const struct entry *list) {
    size_t most = 0;
    for (; list; list = list->next)
        if (strlen(list->name) > most)
            most = strlen(list->name);
    return most;
}

int main(void) {
    struct entry *list = NULL;
    while (__VERIFIER_nondet_int())
        list = add(list, __VERIFIER_nondet_int() ? "alpha" : "be");
    printf("%zu\n", longest(list));
    while (list) {
        struct entry *next = list->next;
        printf("%s\n", list->name);
        free(list); //~ error[leak]
        list = next;
    }
    return 0;
}
