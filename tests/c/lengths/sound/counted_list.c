// The size that a struct keeps is what the contract says, until it is set to something else.
#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
struct list { struct node *head; int size; };
int total;
void push(struct list *l, int v) {
    sw_requires(l->size >= 0 && sw_len(l->head) == l->size);
    sw_ensures(sw_len(l->head) == sw_old(sw_len(l->head)) + 1);
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = l->head; n->data = v; l->head = n; l->size++;
}
int main(void) {
    struct list l = {0, 0};
    push(&l, 1); //~ safe[contract]
    push(&l, 2); //~ safe[contract]
    l.size = 7;
    push(&l, 3); //~ error[contract]
    while (l.head) { struct node *n = l.head; l.head = n->next; free(n); }
    return 0;
}
