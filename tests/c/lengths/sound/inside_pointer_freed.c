// A callee frees a cell into which its caller keeps a pointer.
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static void destroy(struct node *node) {
    free(node); //~ safe[double-free] //~ safe[invalid-free]
}

int main(void) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return 1;
    node->next = NULL;
    node->data = 0;
    struct node **link = &node->next;
    destroy(node);
    *link = NULL; //~ error[use-after-free]
    return 0;
}
