// A list of groups, each with a list of members.
//@ proved
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

struct group *add_group(struct group *g, int id) {
    sw_requires(groups(g));
    sw_ensures(groups(sw_result));
    struct group *n = malloc(sizeof *n);
    if (n == NULL)
        return g;
    n->id = id;
    n->members = NULL;
    n->next = g;
    return n;
}

void add_member(struct group *g, int group, int id) {
    sw_requires(groups(g));
    sw_ensures(groups(g));
    while (g != NULL && g->id != group)
        g = g->next;
    if (g == NULL)
        return;
    struct member *m = malloc(sizeof *m);
    if (m == NULL)
        return;
    m->id = id;
    m->next = g->members;
    g->members = m;
}

void remove_member(struct group *g, int id) {
    sw_requires(groups(g));
    sw_ensures(groups(g));
    for (; g != NULL; g = g->next) {
        struct member *prev = NULL;
        struct member *m = g->members;
        while (m != NULL && m->id != id) {
            prev = m;
            m = m->next;
        }
        if (m != NULL) {
            if (prev == NULL)
                g->members = m->next;
            else
                prev->next = m->next;
            free(m);
            return;
        }
    }
}

/* Moves all members of the first group to the second. */
void move_members(struct group *g) {
    sw_requires(groups(g));
    sw_ensures(groups(g));
    if (g == NULL || g->next == NULL)
        return;
    while (g->members != NULL) {
        struct member *m = g->members;
        g->members = m->next;
        m->next = g->next->members;
        g->next->members = m;
    }
}

int count(struct group *g) {
    sw_requires(groups(g));
    sw_ensures(groups(g));
    int n = 0;
    for (; g != NULL; g = g->next)
        for (struct member *m = g->members; m != NULL; m = m->next)
            n++;
    return n;
}

void destroy(struct group *g) {
    sw_requires(groups(g));
    while (g != NULL) {
        struct group *next = g->next;
        struct member *m = g->members;
        while (m != NULL) {
            struct member *next_member = m->next;
            free(m);
            m = next_member;
        }
        free(g);
        g = next;
    }
}

int main(void) {
    struct group *g = add_group(add_group(NULL, 1), 2);
    add_member(g, 1, 10);
    add_member(g, 2, 20);
    add_member(g, 2, 21);
    remove_member(g, 20);
    move_members(g);
    int n = count(g);
    destroy(g);
    return n <= 2 ? 0 : 1;
}
