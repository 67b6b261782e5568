// The last chain is forgotten.
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

void destroy(struct table *t) {
    sw_requires(table(t));
    for (int i = 0; i < 3; i++) {
        struct entry *e = t->bucket[i];
        while (e != NULL) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
    }
    free(t); //~ error[leak]
}
