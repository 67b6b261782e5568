// A list of any length, built at the front and freed; nothing is said about it.
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    while (input()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->data = input();
        n->next = list;
        list = n;
    }
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
