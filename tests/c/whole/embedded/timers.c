//@ proved
// Timers are kept in the order in which they expire; each holds the ticks after the one before.
#include <stdlib.h>

struct timer {
    struct timer *next;
    unsigned delta;
    int periodic;
};

static struct timer *timers;

static void timer_insert(struct timer *t, unsigned ticks) {
    struct timer **link = &timers;
    while (*link && (*link)->delta <= ticks) {
        ticks -= (*link)->delta;
        link = &(*link)->next;
    }
    t->delta = ticks;
    t->next = *link;
    if (t->next)
        t->next->delta -= ticks;
    *link = t;
}

static int timer_start(unsigned ticks, int periodic) {
    struct timer *t = malloc(sizeof *t);
    if (!t)
        return -1;
    t->periodic = periodic;
    timer_insert(t, ticks);
    return 0;
}

static void timer_tick(void) {
    if (!timers)
        return;
    if (timers->delta > 0) {
        timers->delta--;
        return;
    }
    struct timer *due = timers;
    timers = due->next;
    if (due->periodic)
        timer_insert(due, 10);
    else
        free(due);
}

int main(void) {
    int command;
    while ((command = rand() % 4) != 0) {
        if (command == 1)
            timer_tick();
        else if (timer_start((unsigned)rand() % 20, command == 3) != 0)
            break;
    }
    while (timers) {
        struct timer *t = timers;
        timers = t->next;
        free(t);
    }
    return 0;
}
