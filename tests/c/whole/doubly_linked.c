// Taking out the first element leaves the head where it was.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int key;
};

static struct node *head;

static void insert(int key) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return;
    n->key = key;
    n->prev = NULL;
    n->next = head;
    if (head != NULL)
        head->prev = n;
    head = n;
}

static void erase(int key) {
    for (struct node *n = head; n != NULL; n = n->next) {
        if (n->key != key)
            continue;
        if (n->prev != NULL)
            n->prev->next = n->next;
        if (n->next != NULL)
            n->next->prev = n->prev;
        free(n); //~ error[leak]
        return;
    }
}

int main(void) {
    insert(1);
    insert(2);
    insert(3);
    erase(__VERIFIER_nondet_int());
    while (head != NULL) {
        struct node *next = head->next; //~ error[use-after-free]
        free(head);
        head = next;
    }
    return 0;
}
