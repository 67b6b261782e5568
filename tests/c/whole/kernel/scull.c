//@ proved
// A character device in memory, complete: what is written is kept in a list of sets, each an array of pointers to quanta. Minor devices are
// opened, read, written, moved in, and emptied in any order until the driver is unloaded.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

enum { NR_DEVS = 4, QUANTUM = 400, QSET = 100, MAX_SIZE = 1 << 30 };
enum { ERR_NOMEM = -12, ERR_FAULT = -14, ERR_NODEV = -19, ERR_INVAL = -22, ERR_NOTTY = -25 };
enum { READ_ONLY, WRITE_ONLY, READ_WRITE };
enum { CMD_RESET, CMD_QUANTUM, CMD_QSET };

struct scull_qset {
    void **data;
    struct scull_qset *next;
};

struct scull_dev {
    struct scull_qset *data;
    int quantum, qset;
    long size;
};

struct file {
    struct scull_dev *dev;
    long pos;
    int mode;
};

static struct scull_dev *scull_devices;

static int scull_trim(struct scull_dev *dev) {
    struct scull_qset *next, *dptr;
    int qset = dev->qset;
    for (dptr = dev->data; dptr; dptr = next) {
        if (dptr->data) {
            for (int i = 0; i < qset; i++)
                free(dptr->data[i]);
            free(dptr->data);
            dptr->data = NULL;
        }
        next = dptr->next;
        free(dptr);
    }
    dev->size = 0;
    dev->quantum = QUANTUM;
    dev->qset = QSET;
    dev->data = NULL;
    return 0;
}

// The set with this number; those that are missing on the way are made.
static struct scull_qset *scull_follow(struct scull_dev *dev, int n) {
    struct scull_qset *qs = dev->data;
    if (!qs) {
        qs = dev->data = malloc(sizeof(struct scull_qset));
        if (qs == NULL)
            return NULL;
        memset(qs, 0, sizeof(struct scull_qset));
    }
    while (n-- > 0) {
        if (!qs->next) {
            qs->next = malloc(sizeof(struct scull_qset));
            if (qs->next == NULL)
                return NULL;
            memset(qs->next, 0, sizeof(struct scull_qset));
        }
        qs = qs->next;
    }
    return qs;
}

static int scull_open(struct file *filp, int minor, int mode) {
    if (minor < 0 || minor >= NR_DEVS)
        return ERR_NODEV;
    filp->dev = &scull_devices[minor];
    filp->pos = 0;
    filp->mode = mode;
    if (mode == WRITE_ONLY)
        scull_trim(filp->dev);
    return 0;
}

static long scull_read(struct file *filp, char *buf, unsigned count) {
    struct scull_dev *dev = filp->dev;
    int quantum = dev->quantum, qset = dev->qset, itemsize = quantum * qset;
    if (filp->pos >= dev->size)
        return 0;
    if (filp->pos + (long)count > dev->size)
        count = dev->size - filp->pos;
    int item = filp->pos / itemsize, rest = filp->pos % itemsize;
    int s_pos = rest / quantum, q_pos = rest % quantum;
    struct scull_qset *dptr = scull_follow(dev, item);
    if (dptr == NULL || !dptr->data || !dptr->data[s_pos])
        return 0;
    if (count > (unsigned)(quantum - q_pos))
        count = quantum - q_pos;
    memcpy(buf, (char *)dptr->data[s_pos] + q_pos, count);
    filp->pos += count;
    return count;
}

static long scull_write(struct file *filp, const char *buf, unsigned count) {
    struct scull_dev *dev = filp->dev;
    int quantum = dev->quantum, qset = dev->qset, itemsize = quantum * qset;
    if (filp->pos > MAX_SIZE)
        return ERR_INVAL;
    int item = filp->pos / itemsize, rest = filp->pos % itemsize;
    int s_pos = rest / quantum, q_pos = rest % quantum;
    struct scull_qset *dptr = scull_follow(dev, item);
    if (dptr == NULL)
        return ERR_NOMEM;
    if (!dptr->data) {
        dptr->data = malloc(qset * sizeof(char *));
        if (!dptr->data)
            return ERR_NOMEM;
        memset(dptr->data, 0, qset * sizeof(char *));
    }
    if (!dptr->data[s_pos]) {
        dptr->data[s_pos] = malloc(quantum);
        if (!dptr->data[s_pos])
            return ERR_NOMEM;
    }
    if (count > (unsigned)(quantum - q_pos))
        count = quantum - q_pos;
    memcpy((char *)dptr->data[s_pos] + q_pos, buf, count);
    filp->pos += count;
    if (dev->size < filp->pos)
        dev->size = filp->pos;
    return count;
}

static long scull_llseek(struct file *filp, long off, int whence) {
    long pos = off;
    if (whence == 1)
        pos = (long)filp->pos + off;
    else if (whence == 2)
        pos = (long)filp->dev->size + off;
    else if (whence != 0)
        return ERR_INVAL;
    if (pos < 0 || pos > MAX_SIZE)
        return ERR_INVAL;
    filp->pos = pos;
    return pos;
}

static int scull_ioctl(struct file *filp, int cmd) {
    switch (cmd) {
    case CMD_RESET:
        return scull_trim(filp->dev);
    case CMD_QUANTUM:
        return filp->dev->quantum;
    case CMD_QSET:
        return filp->dev->qset;
    default:
        return ERR_NOTTY;
    }
}

static void scull_exit(void) {
    if (scull_devices) {
        for (int i = 0; i < NR_DEVS; i++)
            scull_trim(&scull_devices[i]);
        free(scull_devices);
    }
    scull_devices = NULL;
}

static int scull_init(void) {
    scull_devices = malloc(NR_DEVS * sizeof(struct scull_dev));
    if (!scull_devices)
        return ERR_NOMEM;
    memset(scull_devices, 0, NR_DEVS * sizeof(struct scull_dev));
    for (int i = 0; i < NR_DEVS; i++) {
        scull_devices[i].quantum = QUANTUM;
        scull_devices[i].qset = QSET;
    }
    return 0;
}

int main(void) {
    if (scull_init() < 0)
        return 1;
    char buf[512];
    memset(buf, 0, sizeof buf);
    while (__VERIFIER_nondet_int()) {
        struct file file;
        if (scull_open(&file, __VERIFIER_nondet_int(), __VERIFIER_nondet_int()) < 0)
            continue;
        for (int request = __VERIFIER_nondet_int(); request != 0; request = __VERIFIER_nondet_int()) {
            if (request == 1)
                scull_read(&file, buf, sizeof buf);
            else if (request == 2)
                scull_write(&file, buf, sizeof buf);
            else if (request == 3)
                scull_llseek(&file, __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
            else
                scull_ioctl(&file, request);
        }
    }
    scull_exit();
    return 0;
}
