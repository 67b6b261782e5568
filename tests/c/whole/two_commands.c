// Two commands in a row free the same element: one to take it out, and the clean-up, which still has it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

static struct item *head;
static struct item *last_found;

static void add(int key) {
    struct item *n = malloc(sizeof *n);
    if (n == NULL)
        return;
    n->key = key;
    n->next = head;
    head = n;
}

static void take(void) {
    if (head == NULL)
        return;
    last_found = head;
    head = head->next;
    free(last_found);
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        int command = __VERIFIER_nondet_int();
        if (command == 1)
            add(i);
        else if (command == 2)
            take();
    }
    while (head != NULL)
        take();
    if (last_found != NULL)
        free(last_found); //~ error[double-free]
    return 0;
}
