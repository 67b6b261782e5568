//@ proved
// A fixed pool of messages: the free ones are linked through the array they lie in.
#include <stdlib.h>

struct msg {
    struct msg *next;
    int code;
};

static struct msg pool[4];
static struct msg *free_msgs;
static struct msg *pending;

static void pool_init(void) {
    free_msgs = NULL;
    for (int i = 0; i < 4; i++) {
        pool[i].next = free_msgs;
        pool[i].code = 0;
        free_msgs = &pool[i];
    }
}

static struct msg *msg_get(void) {
    struct msg *m = free_msgs;
    if (m)
        free_msgs = m->next;
    return m;
}

static void msg_put(struct msg *m) {
    m->next = free_msgs;
    free_msgs = m;
}

static void post(int code) {
    struct msg *m = msg_get();
    if (!m)
        return;
    m->code = code;
    m->next = pending;
    pending = m;
}

static int handle(void) {
    struct msg *m = pending;
    if (!m)
        return 0;
    pending = m->next;
    int code = m->code;
    msg_put(m);
    return code;
}

int main(void) {
    pool_init();
    int steps = rand() % 6;
    for (int i = 0; i < steps; i++) {
        if (rand() % 2)
            post(i);
        else
            handle();
    }
    while (pending)
        handle();
    return 0;
}
