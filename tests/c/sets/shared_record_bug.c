// Every element frees the record that all share.
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
void release(struct item *l, struct record *r) {
    sw_requires(record(r) && items(l, r));
    while (l != NULL) {
        struct item *next = l->next;
        free(l->record); //~ error[double-free]
        free(l);
        l = next;
    }
} //~ error[leak]
