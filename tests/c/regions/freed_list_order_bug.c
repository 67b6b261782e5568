// The next element is read from the one that was freed.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL) break;
        n->next = list;
        list = n;
    }
    while (list != NULL) {
        free(list); //~ error[leak]
        list = list->next; //~ error[use-after-free]
    }
    return 0;
}
