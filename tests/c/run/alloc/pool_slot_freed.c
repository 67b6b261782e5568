// A node may come from a static pool or from malloc; the release does not tell them apart.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define POOL 3

struct packet {
    int id;
    struct packet *next;
};

static struct packet pool[POOL];
static int pooled;

static struct packet *new_packet(int id) {
    struct packet *p = pooled < POOL ? &pool[pooled++] : malloc(sizeof *p);
    if (!p)
        exit(2);
    p->id = id;
    p->next = NULL;
    return p;
}

static void release(struct packet *p) {
    printf("release %d\n", p->id);
    free(p); //~ error[invalid-free]
}

int main(void) {
    struct packet *queue = NULL;
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 6);
    for (int i = 0; i < n; i++) {
        struct packet *p = new_packet(i);
        p->next = queue;
        queue = p;
    }
    printf("%d packets, %d pooled\n", n, pooled);
    while (queue) {
        struct packet *next = queue->next;
        release(queue);
        queue = next;
    }
    return 0;
}
