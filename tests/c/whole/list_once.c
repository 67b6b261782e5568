//@ proved
// One execution for each allocation that may fail, and one in which none does.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return list;
    n->value = value;
    n->next = list;
    return n;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 5; i++)
        list = push(list, i);
    int sum = 0;
    for (struct node *n = list; n != NULL; n = n->next)
        sum += n->value;
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum > 10;
}
