// After the queue ran empty the tail still points to the freed cell, and the next enqueue writes to it.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct msg {
    int code;
    struct msg *next;
};

struct mailbox {
    struct msg *first, *last;
};

static void post(struct mailbox *m, int code) {
    struct msg *new = malloc(sizeof *new);
    if (!new)
        exit(2);
    new->code = code;
    new->next = NULL;
    if (m->last)
        m->last->next = new; //~ error[use-after-free]
    else
        m->first = new;
    m->last = new;
}

static int receive(struct mailbox *m) {
    struct msg *got = m->first;
    if (!got)
        return -1;
    int code = got->code;
    m->first = got->next;
    free(got);
    return code;
}

int main(void) {
    struct mailbox box = {NULL, NULL};
    post(&box, 1);
    for (int i = 2; i < 5; i++) {
        if (__VERIFIER_nondet_int() % 2 == 0)
            printf("got %d\n", receive(&box));
        printf("post %d\n", i);
        post(&box, i);
    }
    int code;
    while ((code = receive(&box)) >= 0)
        printf("got %d\n", code);
    return 0;
}
