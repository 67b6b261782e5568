// The members are not freed with their groups.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct member {
    struct member *next;
    int id;
};

struct group {
    struct group *next;
    struct member *members;
    int id;
};

bool members(struct member *m) { return m == NULL || members(m->next); }
bool groups(struct group *g) { return g == NULL || (members(g->members) && groups(g->next)); }

void destroy(struct group *g) {
    sw_requires(groups(g));
    while (g != NULL) {
        struct group *next = g->next;
        free(g); //~ error[leak]
        g = next;
    }
}
