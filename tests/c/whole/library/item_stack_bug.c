// An item for which the stack has no room is forgotten.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

enum { ROOM = 4 };

static struct item *stack[ROOM];
static int top;
static struct item *list;

static void push(struct item *e) {
    if (top == ROOM)
        return; //~ error[leak]
    stack[top++] = e;
}

static struct item *pop(void) {
    return top == 0 ? NULL : stack[--top];
}

static void prepend(struct item *e) {
    e->next = list;
    list = e;
}

static struct item *first(void) {
    struct item *e = list;
    if (e) {
        list = e->next;
        e->next = NULL;
    }
    return e;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct item *e = malloc(sizeof *e);
        if (e == NULL)
            break;
        e->key = __VERIFIER_nondet_int();
        e->next = NULL;
        push(e);
        if (__VERIFIER_nondet_int()) {
            e = pop(); //~ error[leak]
            if (e)
                prepend(e);
        } else if ((e = first()) != NULL) { //~ error[leak]
            push(e);
        }
    } //~ error[leak]
    while (top > 0)
        free(stack[--top]);
    for (struct item *e = first(); e; e = first())
        free(e);
    return 0;
}
