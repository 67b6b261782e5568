// The walk goes on from a device that was freed.
#include <stddef.h>
#include <stdlib.h>

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define list_entry(ptr, type, member) container_of(ptr, type, member)

struct device {
    int id;
    struct list_head link;
    int irq;
};

static struct list_head devices = {&devices, &devices};

static void list_insert(struct list_head *item, struct list_head *before, struct list_head *after) {
    after->prev = item;
    item->next = after;
    item->prev = before;
    before->next = item;
}

static void list_add(struct list_head *item, struct list_head *head) {
    list_insert(item, head, head->next);
}

static void list_add_tail(struct list_head *item, struct list_head *head) {
    list_insert(item, head->prev, head);
}

static void list_del(struct list_head *item) {
    item->next->prev = item->prev;
    item->prev->next = item->next;
}

static int device_register(int id, int urgent) {
    struct device *dev = malloc(sizeof *dev);
    if (!dev)
        return -1;
    dev->id = id;
    dev->irq = -1;
    if (urgent)
        list_add(&dev->link, &devices);
    else
        list_add_tail(&dev->link, &devices);
    return 0;
}

static void device_unregister_all(void) {
    struct list_head *pos = devices.next;
    while (pos != &devices) {
        struct device *dev = list_entry(pos, struct device, link);
        list_del(pos);
        free(dev);
        pos = pos->next; //~ error[use-after-free]
    }
}

int main(void) {
    int c;
    while ((c = rand() % 8) != 0) {
        if (device_register(c, c & 1) != 0)
            break;
    }
    for (struct list_head *pos = devices.next; pos != &devices; pos = pos->next)
        list_entry(pos, struct device, link)->irq = c;
    device_unregister_all();
    return 0;
}
