// The device of `scull.c` with its quanta: every set is an element of a doubly linked list and owns a list of quanta.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct quantum {
    struct quantum *next;
    int byte;
};

struct qset {
    struct qset *next, *prev;
    struct quantum *quanta;
};

struct scull {
    struct qset *data;
    long size;
};

enum { NOMEM = -12 };

bool quanta(struct quantum *q) { return q == NULL || quanta(q->next); }

bool qsets(struct qset *s, struct qset *prev) {
    return s == NULL || (s->prev == prev && quanta(s->quanta) && qsets(s->next, s));
}

bool device(struct scull *d) { return d != NULL && qsets(d->data, NULL); }
bool empty_device(struct scull *d) { return d != NULL && d->data == NULL; }

static void free_quanta(struct quantum *q) {
    while (q != NULL) {
        struct quantum *next = q->next;
        free(q);
        q = next;
    }
}

// Forgets everything that was written.
void scull_trim(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(empty_device(dev));
    struct qset *next;
    for (struct qset *s = dev->data; s != NULL; s = next) {
        next = s->next;
        free_quanta(s->quanta);
        free(s);
    }
    dev->data = NULL;
    dev->size = 0;
}

static struct qset *new_qset(struct qset *prev) {
    struct qset *s = malloc(sizeof *s);
    if (s != NULL) {
        s->next = NULL;
        s->prev = prev;
        s->quanta = NULL;
    }
    return s;
}

// The set with this number; those that are missing on the way are made.
struct qset *scull_follow(struct scull *dev, int n) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *s = dev->data;
    if (s == NULL) {
        s = dev->data = new_qset(NULL);
        if (s == NULL)
            return NULL;
    }
    while (n-- > 0) {
        if (s->next == NULL) {
            s->next = new_qset(s);
            if (s->next == NULL)
                return NULL;
        }
        s = s->next;
    }
    return s;
}

// Writes one byte to a set that is there.
int scull_write(struct scull *dev, int n, int byte) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *s = dev->data;
    while (s != NULL && n-- > 0)
        s = s->next;
    if (s == NULL)
        return 0;
    struct quantum *q = malloc(sizeof *q);
    if (q == NULL)
        return NOMEM;
    q->byte = byte;
    q->next = s->quanta;
    s->quanta = q;
    return 1;
}

// All bytes of all sets.
int scull_count(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    int n = 0;
    for (struct qset *s = dev->data; s != NULL; s = s->next)
        for (struct quantum *q = s->quanta; q != NULL; q = q->next)
            n++;
    return n;
}

// Takes the set with this number out.
void scull_punch(struct scull *dev, int n) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *s = dev->data;
    while (s != NULL && n-- > 0)
        s = s->next;
    if (s == NULL)
        return;
    if (s->prev == NULL)
        dev->data = s->next;
    else
        s->prev->next = s->next;
    if (s->next != NULL)
        s->next->prev = s->prev;
    free_quanta(s->quanta);
    free(s);
}

// Gives the last set back.
void scull_shorten(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *s = dev->data;
    if (s == NULL)
        return;
    while (s->next != NULL)
        s = s->next;
    if (s->prev == NULL)
        dev->data = NULL;
    else
        s->prev->next = NULL;
    free_quanta(s->quanta);
    free(s);
}

void scull_cleanup(struct scull *dev) {
    sw_requires(device(dev));
    scull_trim(dev);
    free(dev);
}
