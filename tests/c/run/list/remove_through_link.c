// Sorted insert and removal through a pointer to the link, with no special case for the head.
//@ clean
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    int key;
};

static void insert(struct entry **link, int key) {
    while (*link && (*link)->key < key)
        link = &(*link)->next;
    struct entry *e = malloc(sizeof *e);
    if (!e)
        exit(2);
    e->key = key;
    e->next = *link;
    *link = e;
}

static bool erase(struct entry **link, int key) {
    for (struct entry *e; (e = *link) != NULL; link = &e->next) {
        if (e->key == key) {
            *link = e->next;
            free(e);
            return true;
        }
    }
    return false;
}

static void print(const struct entry *e) {
    printf("[");
    for (const char *sep = ""; e; e = e->next, sep = ", ")
        printf("%s%d", sep, e->key);
    printf("]\n");
}

int main(void) {
    struct entry *list = NULL;
    for (int i = 0; i < 6; i++)
        insert(&list, __VERIFIER_nondet_int() % 10);
    print(list);
    int hits = 0;
    for (int i = 0; i < 4; i++)
        hits += erase(&list, __VERIFIER_nondet_int() % 10);
    print(list);
    while (list)
        erase(&list, list->key);
    printf("%d removed\n", hits);
    return hits;
}
