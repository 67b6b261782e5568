// A character device in the style of a driver for memory that is a device: what was written is kept in a list of sets of quanta. Here
// the sets are counted only; `scull_quanta.c` has them with their quanta.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct qset {
    int used;
    struct qset *next;
};

struct scull {
    struct qset *data;
    int quantum, qset;
    long size;
};

enum { QUANTUM = 4000, QSET = 1000, NOMEM = -12, WRITE_ONLY = 1 };

bool qsets(struct qset *q) { return q == NULL || qsets(q->next); }
bool device(struct scull *d) { return d != NULL && qsets(d->data); }
bool empty_device(struct scull *d) { return d != NULL && d->data == NULL; }

// Forgets everything that was written.
void scull_trim(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(empty_device(dev));
    struct qset *next;
    for (struct qset *q = dev->data; q != NULL; q = next) {
        next = q->next;
        free(q);
    }
    dev->data = NULL;
    dev->size = 0;
    dev->quantum = QUANTUM;
    dev->qset = QSET;
}

static struct qset *new_qset(void) {
    struct qset *q = malloc(sizeof *q);
    if (q != NULL) {
        q->used = 0;
        q->next = NULL;
    }
    return q;
}

// The set with this number; those that are missing on the way are made.
struct qset *scull_follow(struct scull *dev, int n) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *q = dev->data;
    if (q == NULL) {
        q = dev->data = new_qset();
        if (q == NULL)
            return NULL;
    }
    while (n-- > 0) {
        if (q->next == NULL) {
            q->next = new_qset();
            if (q->next == NULL)
                return NULL;
        }
        q = q->next;
    }
    return q;
}

int scull_count(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev) && sw_result >= 0);
    int n = 0;
    for (struct qset *q = dev->data; q != NULL; q = q->next)
        n++;
    return n;
}

// One more set at the end.
int scull_append(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset **link = &dev->data;
    while (*link != NULL)
        link = &(*link)->next;
    *link = new_qset();
    return *link == NULL ? NOMEM : 0;
}

// Writes to the set with this number, as much as fits.
int scull_write(struct scull *dev, int n, int count) {
    sw_requires(device(dev) && 0 <= count);
    sw_ensures(device(dev));
    struct qset *q = dev->data;
    struct qset *last = NULL;
    while (q != NULL && n > 0) {
        last = q;
        q = q->next;
        n--;
    }
    if (q == NULL) {
        q = new_qset();
        if (q == NULL)
            return NOMEM;
        if (last == NULL)
            dev->data = q;
        else
            last->next = q;
    }
    if (count > QUANTUM - q->used)
        count = QUANTUM - q->used;
    q->used = q->used + count;
    dev->size = dev->size + count;
    return count;
}

// What is in the set with this number.
int scull_read(struct scull *dev, int n) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *q = dev->data;
    while (q != NULL && n-- > 0)
        q = q->next;
    return q == NULL ? 0 : q->used;
}

// Gives the empty sets at the end back.
void scull_shrink(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset **keep = &dev->data;
    for (struct qset **link = &dev->data; *link != NULL; link = &(*link)->next)
        if ((*link)->used > 0)
            keep = &(*link)->next;
    struct qset *q = *keep;
    *keep = NULL;
    while (q != NULL) {
        struct qset *gone = q;
        q = q->next;
        free(gone);
    }
}

int scull_open(struct scull *dev, int mode) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    if (mode == WRITE_ONLY)
        scull_trim(dev);
    return 0;
}

struct scull *scull_setup(void) {
    sw_ensures(sw_result == NULL || empty_device(sw_result));
    struct scull *dev = malloc(sizeof *dev);
    if (dev != NULL) {
        dev->data = NULL;
        dev->size = 0;
        dev->quantum = QUANTUM;
        dev->qset = QSET;
    }
    return dev;
}

void scull_cleanup(struct scull *dev) {
    sw_requires(device(dev));
    scull_trim(dev);
    free(dev);
}
