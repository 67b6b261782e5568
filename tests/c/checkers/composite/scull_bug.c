// The mistakes that people make in such a driver: reading a set that was freed, not linking a new one, asking an empty device
// for its second set, forgetting the sets with the device.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct qset {
    int used;
    struct qset *next;
};

struct scull {
    struct qset *data;
    long size;
};

bool qsets(struct qset *q) { return q == NULL || qsets(q->next); }
bool device(struct scull *d) { return d != NULL && qsets(d->data); }
bool empty_device(struct scull *d) { return d != NULL && d->data == NULL; }

void scull_trim(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(empty_device(dev));
    for (struct qset *q = dev->data; q != NULL; q = q->next) //~ error[use-after-free]
        free(q); //~ error[leak]
    dev->data = NULL;
    dev->size = 0;
}

void scull_append(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *q = dev->data;
    while (q != NULL)
        q = q->next;
    struct qset *new = malloc(sizeof *new);
    if (new == NULL)
        return;
    new->used = 0;
    new->next = NULL;
    q = new;
} //~ error[leak]

int scull_second(struct scull *dev) {
    sw_requires(device(dev));
    sw_ensures(device(dev));
    struct qset *q = dev->data->next; //~ error[null-deref]
    return q == NULL ? 0 : q->used;
}

void scull_cleanup(struct scull *dev) {
    sw_requires(device(dev));
    free(dev); //~ error[leak]
}
