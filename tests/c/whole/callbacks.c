// The visitor that counts is given nothing to count in when there is no room for it.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

typedef void visitor(struct node *, void *);

static void visit(struct node *list, visitor *each, void *context) {
    for (; list != NULL; list = list->next)
        each(list, context);
}

static void count(struct node *n, void *context) {
    int *total = context;
    *total += n->value; //~ error[null-deref]
}

int main(void) {
    struct node second = {NULL, 2}, first = {&second, 1};
    int *total = calloc(1, sizeof *total);
    visit(&first, count, total);
    free(total);
    return 0;
}
