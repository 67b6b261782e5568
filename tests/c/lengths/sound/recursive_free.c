// A list is freed by recursion; the caller's pointer into its middle dangles.
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static void dispose(struct node *list) {
    if (list == NULL)
        return;
    dispose(list->next);
    free(list); //~ safe[double-free] //~ safe[use-after-free]
}

static struct node *push(struct node *list) {
    struct node *made = malloc(sizeof *made);
    if (made == NULL)
        exit(1);
    made->next = list;
    made->data = 0;
    return made;
}

int main(void) {
    struct node *list = push(push(push(NULL)));
    struct node *middle = list->next; //~ safe[null-deref]
    dispose(list);
    return middle->data; //~ error[use-after-free]
}
