// Every element of a list points to a record that the list does not own.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct record {
    int users;
};

struct item {
    struct item *next;
    struct record *record;
};

static bool items(struct item *l, struct record *r) {
    return l == NULL || (l->record == r && items(l->next, r));
}

static bool record(struct record *r) {
    return r->users >= 0;
}

struct item *add(struct item *l, struct record *r) {
    sw_requires(record(r) && items(l, r));
    sw_ensures(record(r) && items(sw_result, r));
    struct item *i = malloc(sizeof *i);
    if (i == NULL)
        return l;
    i->next = l;
    i->record = r;
    if (r->users < 1000)
        r->users++;
    return i;
}

void touch(struct item *l, struct record *r) {
    sw_requires(record(r) && items(l, r));
    sw_ensures(record(r) && items(l, r));
    for (; l != NULL; l = l->next)
        l->record->users = 7;
}

void release(struct item *l, struct record *r) {
    sw_requires(record(r) && items(l, r));
    while (l != NULL) {
        struct item *next = l->next;
        l->record->users = 0;
        free(l);
        l = next;
    }
    free(r);
}
