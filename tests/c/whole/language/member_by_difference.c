// From a member to the struct around it, by the difference to an address that is made from no object.
//@ proved
#include <stdlib.h>

struct link { struct link *next, *prev; };
struct task { int id; struct link link; int priority; };

#define TASK(l) ((struct task *)((const char *)(l) - (const char *)&((struct task *)0)->link))

int main(void) {
    struct task *task = malloc(sizeof *task);
    if (task == NULL) return 0;
    task->id = 1;
    task->priority = 2;
    struct link *link = &task->link;
    link->next = link->prev = link;
    int sum = TASK(link->next)->id + TASK(link->prev)->priority;
    free(TASK(link));
    return sum - 3;
}
