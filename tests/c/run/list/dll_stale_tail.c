// Removing the last node of a doubly linked list forgets to move the tail pointer back.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int id;
    struct job *prev, *next;
};

static struct job *head, *tail;

static void append(int id) {
    struct job *j = calloc(1, sizeof *j);
    if (!j)
        exit(2);
    j->id = id;
    j->prev = tail;
    if (tail)
        tail->next = j;
    else
        head = j;
    tail = j;
}

static void cancel(int id) {
    struct job *j = head;
    while (j && j->id != id)
        j = j->next;
    if (!j)
        return;
    if (j->prev)
        j->prev->next = j->next;
    else
        head = j->next;
    if (j->next)
        j->next->prev = j->prev;
    free(j);
}

int main(void) {
    for (int id = 0; id < 4; id++)
        append(id);
    int victim = 2 + (int)((unsigned)__VERIFIER_nondet_int() % 3);
    printf("cancel %d\n", victim);
    cancel(victim);
    for (struct job *j = tail; j; j = j->prev)
        printf("job %d\n", j->id); //~ error[use-after-free]
    while (head) {
        struct job *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
