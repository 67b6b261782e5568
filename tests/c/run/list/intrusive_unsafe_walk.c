// Deletes from an intrusive list inside a walk that is not made for deletion.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct hook {
    struct hook *next;
};

struct conn {
    int fd;
    int idle;
    struct hook hook;
};

#define CONN(h) ((struct conn *)((char *)(h) - offsetof(struct conn, hook)))
#define for_each_hook(h, head) for (h = (head)->next; h != NULL; h = h->next)

static void detach(struct hook *head, struct hook *gone) {
    struct hook *h = head;
    while (h->next != gone)
        h = h->next;
    h->next = gone->next;
}

static void drop_idle(struct hook *head) {
    struct hook *h;
    for_each_hook(h, head) { //~ error[use-after-free]
        struct conn *c = CONN(h);
        if (c->idle) {
            printf("drop %d\n", c->fd);
            detach(head, h);
            free(c);
        }
    }
}

int main(void) {
    struct hook head = {NULL};
    for (int fd = 3; fd < 6; fd++) {
        struct conn *c = malloc(sizeof *c);
        if (!c)
            exit(2);
        c->fd = fd;
        c->idle = (unsigned)__VERIFIER_nondet_int() % 4 == 0;
        c->hook.next = head.next;
        head.next = &c->hook;
    }
    drop_idle(&head);
    while (head.next) {
        struct conn *c = CONN(head.next);
        head.next = c->hook.next;
        printf("close %d\n", c->fd);
        free(c);
    }
    return 0;
}
