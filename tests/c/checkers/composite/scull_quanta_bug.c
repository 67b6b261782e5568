// Mistakes with the quanta of a set and with the links of the sets.
//@ args: --domain checkers
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

bool quanta(struct quantum *q) { return q == NULL || quanta(q->next); }

bool qsets(struct qset *s, struct qset *prev) {
    return s == NULL || (s->prev == prev && quanta(s->quanta) && qsets(s->next, s));
}

bool device(struct scull *d) { return d != NULL && qsets(d->data, NULL); }
bool empty_device(struct scull *d) { return d != NULL && d->data == NULL; }

// The quanta stay.
void scull_trim(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(empty_device(dev));
    struct qset *next;
    for (struct qset *s = dev->data; s != NULL; s = next) {
        next = s->next;
        free(s); //~ error[leak]
    }
    dev->data = NULL;
    dev->size = 0;
}

// The next set still leads back to the one that is gone.
void scull_shift(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev)); //~ error[contract]
    struct qset *s = dev->data;
    if (s == NULL || s->quanta != NULL)
        return;
    dev->data = s->next;
    free(s);
}

// The set before still leads to the one that is gone.
void scull_shorten(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev)); //~ error[contract]
    struct qset *s = dev->data;
    if (s == NULL)
        return;
    while (s->next != NULL)
        s = s->next;
    for (struct quantum *q = s->quanta; q != NULL; q = s->quanta) {
        s->quanta = q->next;
        free(q);
    }
    free(s);
}
