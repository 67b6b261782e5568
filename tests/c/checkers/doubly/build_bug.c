// The first cell never gets its link back.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

struct node *build(int n) {
    sw_ensures(dll(sw_result, NULL)); //~ error[contract]
    struct node *head = NULL;
    struct node *tail = NULL;
    while (n > 0) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->data = n--;
        c->next = NULL;
        if (tail == NULL) {
            head = c;
        } else {
            c->prev = tail;
            tail->next = c;
        }
        tail = c;
    }
    return head;
}
