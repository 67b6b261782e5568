// The function that a pointer in a global leads to frees the list.
#include <stdlib.h>

struct node {
    struct node *next;
};

static void keep(struct node *list) {
    list->next = NULL; //~ safe[null-deref]
}

static void drop(struct node *list) {
    free(list); //~ safe[double-free]
}

static void (*act)(struct node *) = keep;

int main(void) {
    struct node *list = malloc(sizeof *list);
    if (list == NULL)
        return 1;
    act(list);
    if (rand())
        act = drop;
    act(list);
    list->next = NULL; //~ error[use-after-free]
    free(list);
    return 0;
}
