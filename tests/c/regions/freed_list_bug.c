// The list is freed and the values are forgotten.
#include <stdlib.h>
struct node { struct node *next; int *value; };
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL) break;
        n->value = malloc(4);
        n->next = list;
        list = n;
    }
    while (list != NULL) {
        struct node *n = list;
        list = n->next;
        free(n); //~ error[leak]
    }
    return 0;
}
