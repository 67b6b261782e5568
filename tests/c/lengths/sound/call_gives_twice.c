// The function is proved for two lists, and called with one by two names.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static void both(struct node *a, struct node *b) {
    sw_requires(sw_len(a) == 1 && sw_len(b) == 1);
    sw_ensures(1);
    free(a);
    free(b); //~ error[double-free] //~ error[invalid-free]
}

int main(void) {
    struct node *list = malloc(sizeof *list);
    if (list == NULL)
        return 1;
    list->next = NULL;
    list->data = 1;
    both(list, list); //~ error[contract]
    return 0;
}
