// A cell is freed after its last use through any cursor.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

int pop_first(struct node **head) {
    sw_requires(list(*head) && *head != NULL);
    sw_ensures(list(*head));
    struct node *c = *head;
    struct node *keep = c;
    *head = c->next;
    int value = keep->data; //~ safe[use-after-free]
    free(c);
    return value;
}
