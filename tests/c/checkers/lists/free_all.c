// Frees a list, cell by cell.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

void free_all(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l); //~ safe[double-free] //~ safe[invalid-free]
        l = next;
    }
}

void free_recursive(struct node *l) {
    sw_requires(list(l));
    if (l == NULL)
        return;
    free_recursive(l->next);
    free(l);
}

void free_and_clear(struct node **head) {
    sw_requires(list(*head));
    sw_ensures(*head == NULL);
    while (*head != NULL) {
        struct node *c = *head;
        *head = c->next;
        free(c);
    }
}
