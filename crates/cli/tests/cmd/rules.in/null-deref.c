#include <stdlib.h>

struct node {
    struct node *next;
    int key;
};

static struct node *find(struct node *list, int key) {
    while (list != NULL && list->key != key)
        list = list->next;
    return list;
}

int main(void) {
    struct node only = {NULL, 1};
    struct node *found = find(&only, 2);
    return found->key;
}
