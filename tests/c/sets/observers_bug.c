// An observer leaves though subjects may still know it.
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

struct observer *leave(struct subject *s, struct observer *o) {
    sw_set all = sw_any(), now = sw_any();
    sw_requires(o != NULL && subjects(s, all) && observers(o, all));
    sw_ensures(subjects(s, now) && observers(sw_result, now) && sw_with(all, now, o)); //~ error[contract]
    (void)s;
    struct observer *rest = o->next;
    free(o);
    return rest;
}
