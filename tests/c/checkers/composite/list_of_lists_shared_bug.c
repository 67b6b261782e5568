// Two groups have the same members.
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

/* Hands over the members of the first group to the second. */
void move_members(struct group *g) {
    sw_requires(groups(g));
    sw_ensures(groups(g)); //~ error[contract]
    if (g == NULL || g->next == NULL)
        return;
    if (g->next->members == NULL)
        g->next->members = g->members;
}
