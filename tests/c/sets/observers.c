// Subjects and observers: every subject has a list of references to observers, which are in a list of their own.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct observer {
    struct observer *next;
    int seen;
};

struct watch {
    struct watch *next;
    struct observer *who;
};

struct subject {
    struct subject *next;
    struct watch *watches;
    int state;
};

static bool observers(struct observer *o, sw_set here) {
    sw_set rest;
    return o == NULL ? sw_empty(here) : sw_split(here, o, &rest) && observers(o->next, rest);
}

static bool watches(struct watch *w, sw_set all) {
    return w == NULL || (sw_in(w->who, all) && watches(w->next, all));
}

static bool subjects(struct subject *s, sw_set all) {
    return s == NULL || (watches(s->watches, all) && subjects(s->next, all));
}

void notify(struct subject *s, struct observer *o) {
    sw_set all = sw_any();
    sw_requires(subjects(s, all) && observers(o, all));
    sw_ensures(subjects(s, all) && observers(o, all));
    (void)o;
    for (; s != NULL; s = s->next)
        for (struct watch *w = s->watches; w != NULL; w = w->next)
            w->who->seen = s->state;
}

void watch(struct subject *s, struct observer *o, int state) {
    sw_set all = sw_any();
    sw_requires(subjects(s, all) && observers(o, all));
    sw_ensures(subjects(s, all) && observers(o, all));
    while (s != NULL && s->state != state)
        s = s->next;
    while (o != NULL && o->seen != state)
        o = o->next;
    if (s == NULL || o == NULL)
        return;
    struct watch *w = malloc(sizeof *w);
    if (w == NULL)
        return;
    w->who = o;
    w->next = s->watches;
    s->watches = w;
}

struct observer *join(struct subject *s, struct observer *o) {
    sw_set all = sw_any(), now = sw_any();
    sw_requires(subjects(s, all) && observers(o, all));
    sw_ensures(subjects(s, now) && observers(sw_result, now) && sw_with(now, all, sw_result));
    (void)s;
    struct observer *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->next = o;
    n->seen = 0;
    return n;
}
