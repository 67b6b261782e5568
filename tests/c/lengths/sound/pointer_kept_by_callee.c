// A callee keeps a pointer to its caller's list in a global.
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static struct node *kept;

static void keep(struct node *list) {
    kept = list;
}

int main(void) {
    struct node *list = malloc(sizeof *list);
    if (list == NULL)
        return 1;
    list->next = NULL;
    list->data = 1;
    keep(list);
    free(list);
    return kept->data; //~ error[use-after-free]
}
