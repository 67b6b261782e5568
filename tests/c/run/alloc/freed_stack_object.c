// A list head lives on the stack but is freed along with the nodes when the list has just one.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct ring {
    int id;
    struct ring *next;
};

static void insert(struct ring *at, int id) {
    struct ring *r = malloc(sizeof *r);
    if (!r)
        exit(2);
    r->id = id;
    r->next = at->next;
    at->next = r;
}

static void clear(struct ring *at) {
    struct ring *r = at->next;
    do {
        struct ring *next = r->next;
        printf("free %d\n", r->id);
        free(r); //~ error[invalid-free]
        r = next;
    } while (r != at);
    at->next = at;
}

int main(void) {
    struct ring head = {.id = 0};
    head.next = &head;
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    for (int i = 1; i <= n; i++)
        insert(&head, i);
    clear(&head);
    printf("%s\n", head.next == &head ? "empty" : "not empty");
    return 0;
}
