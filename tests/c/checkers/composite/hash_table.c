// A hash table of four chains.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct entry {
    struct entry *next;
    unsigned key;
    int value;
};

struct table {
    struct entry *bucket[4];
};

bool chain(struct entry *e) { return e == NULL || chain(e->next); }

bool table(struct table *t) {
    return t != NULL && chain(t->bucket[0]) && chain(t->bucket[1]) && chain(t->bucket[2]) && chain(t->bucket[3]);
}

struct table *create(void) {
    sw_ensures(sw_result == NULL || table(sw_result));
    struct table *t = malloc(sizeof *t);
    if (t == NULL)
        return NULL;
    for (int i = 0; i < 4; i++)
        t->bucket[i] = NULL;
    return t;
}

struct entry *find(struct table *t, unsigned key) {
    sw_requires(table(t));
    sw_ensures(table(t));
    struct entry *e = t->bucket[key % 4];
    while (e != NULL && e->key != key)
        e = e->next;
    return e;
}

void insert(struct table *t, unsigned key, int value) {
    sw_requires(table(t));
    sw_ensures(table(t));
    struct entry **head = &t->bucket[key % 4];
    struct entry *e = malloc(sizeof *e);
    if (e == NULL)
        return;
    e->key = key;
    e->value = value;
    e->next = *head;
    *head = e;
}

void insert_low(struct table *t, unsigned key, int value) {
    sw_requires(table(t));
    sw_ensures(table(t));
    struct entry *e = malloc(sizeof *e);
    if (e == NULL)
        return;
    e->key = key;
    e->value = value;
    e->next = t->bucket[0];
    t->bucket[0] = e;
}

void destroy(struct table *t) {
    sw_requires(table(t));
    for (int i = 0; i < 4; i++) {
        struct entry *e = t->bucket[i];
        while (e != NULL) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
    }
    free(t); //~ FP[leak]
}

int main(void) {
    struct table *t = create();
    if (t == NULL)
        return 0;
    insert(t, 5, 1);
    insert(t, 9, 2);
    insert_low(t, 4, 3);
    find(t, 9);
    destroy(t);
    return 0;
}
