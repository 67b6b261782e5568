// An intrusive circular list with container_of: objects sit on two lists at once.
//@ clean
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

static void link_init(struct link *l) { l->next = l->prev = l; }

static void link_add(struct link *head, struct link *l) {
    l->prev = head->prev;
    l->next = head;
    head->prev->next = l;
    head->prev = l;
}

static void link_del(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
    link_init(l);
}

struct task {
    int id;
    struct link all;
    int priority;
    struct link ready;
};

int main(void) {
    struct link all, ready;
    link_init(&all);
    link_init(&ready);
    for (int i = 0; i < 5; i++) {
        struct task *t = malloc(sizeof *t);
        if (!t)
            abort();
        t->id = i;
        t->priority = __VERIFIER_nondet_int() % 50;
        link_add(&all, &t->all);
        link_init(&t->ready);
        if (t->priority > 0)
            link_add(&ready, &t->ready);
    }
    for (struct link *l = ready.next; l != &ready; l = l->next) {
        struct task *t = container_of(l, struct task, ready);
        printf("ready: task %d priority %d\n", t->id, t->priority);
    }
    int n = 0;
    while (all.next != &all) {
        struct task *t = container_of(all.next, struct task, all);
        link_del(&t->ready);
        link_del(&t->all);
        free(t);
        n++;
    }
    printf("%d tasks, ready empty: %d\n", n, ready.next == &ready);
    return 0;
}
