// The struct is found by the difference, when it is gone.
#include <stdlib.h>

struct link { struct link *next, *prev; };
struct task { int id; struct link link; int priority; };

#define TASK(l) ((struct task *)((const char *)(l) - (const char *)&((struct task *)0)->link))

int main(void) {
    struct task *task = calloc(1, sizeof *task);
    if (task == NULL) return 0;
    struct link *link = &task->link;
    free(TASK(link));
    return TASK(link)->priority; //~ error[use-after-free]
}
