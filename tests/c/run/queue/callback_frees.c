// A queue calls a handler that frees the element, and then looks at the element to go on.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int id;
    struct job *next;
};

struct stats {
    int done, sum;
};

static void finish(struct job *j, void *context) {
    struct stats *s = context;
    s->done++;
    s->sum += j->id;
    printf("job %d done\n", j->id);
    free(j);
}

static void run(struct job *queue, void (*handler)(struct job *, void *), void *context) {
    for (struct job *j = queue; j; j = j->next) //~ error[use-after-free]
        handler(j, context);
}

int main(void) {
    struct job *queue = NULL;
    struct stats s = {0, 0};
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 3);
    for (int i = 0; i < n; i++) {
        struct job *j = malloc(sizeof *j);
        if (!j)
            exit(2);
        j->id = i + 1;
        j->next = queue;
        queue = j;
    }
    run(queue, finish, &s);
    printf("%d done, sum %d\n", s.done, s.sum);
    return 0;
}
