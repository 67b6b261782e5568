// A list in a global is popped until it is empty, and once more.
#include <stdlib.h>
#include <assert.h>
struct node { struct node *next; int data; };
static struct node *head;
static void add(void) { struct node *n = malloc(sizeof *n); if (!n) abort(); n->next = head; n->data = 0; head = n; }
static void pop(void) { struct node *n = head; head = n->next; free(n); } //~ error[null-deref]
int main(void) {
    add(); add();
    struct node *second = head->next; //~ safe[null-deref]
    pop();
    assert(head == second); //~ safe[assert-fail]
    pop();
    int x = 0;
    if (rand()) x = second->data; //~ error[use-after-free]
    assert(head == NULL); //~ safe[assert-fail]
    pop();
    return x;
}
