// The list that was built so far is forgotten when an allocation fails.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *numbers(int count) {
    struct node *list = NULL;
    for (int i = 0; i < count; i++) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            return NULL; //~ error[leak]
        n->value = i;
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) {
    struct node *list = numbers(3);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
