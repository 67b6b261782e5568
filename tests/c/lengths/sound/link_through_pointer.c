// A cell is taken out through a pointer to the link that leads to it.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static struct node *push(struct node *list) {
    struct node *made = malloc(sizeof *made);
    if (made == NULL)
        exit(1);
    made->next = list;
    made->data = 0;
    return made;
}

int main(void) {
    struct node *list = push(push(NULL));
    struct node **link = &list->next;
    struct node *out = *link;
    *link = out->next;
    assert(list->next == NULL); //~ safe[assert-fail]
    free(out);
    link = &list;
    *link = NULL; //~ error[leak]
    return 0;
}
