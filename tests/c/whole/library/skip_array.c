// A skip list with its links in an array, the lowest level first.
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next[2];
};

static struct node *make(int key) {
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        abort();
    n->key = key;
    return n;
}

int main(void) {
    struct node *head = make(0);
    for (int i = 0; i < 20; i++) {
        int key = __VERIFIER_nondet_int();
        struct node *up = head;
        while (up->next[1] && up->next[1]->key < key)
            up = up->next[1];
        struct node *p = up;
        while (p->next[0] != up->next[1] && p->next[0]->key < key)
            p = p->next[0];
        struct node *n = make(key);
        n->next[0] = p->next[0];
        p->next[0] = n;
        if (__VERIFIER_nondet_int()) {
            n->next[1] = up->next[1];
            up->next[1] = n;
        }
    }
    int high = 0;
    for (struct node *p = head->next[1]; p; p = p->next[1])
        high++;
    while (head) {
        struct node *next = head->next[0];
        free(head);
        head = next;
    }
    return high;
}
