// The frame that the list's first element stood in is gone.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *make(struct node *rest) {
    struct node first = {rest, 1};
    struct node *p = &first;
    return p;
}

int main(void) {
    struct node *list = make(NULL);
    return list->value; //~ error[use-after-free]
}
