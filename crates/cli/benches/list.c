/* The small program whose whole process is timed: a list is built, sorted, searched and released. */
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->value = value;
    n->next = list;
    return n;
}

static struct node *insert_sorted(struct node *list, struct node *n) {
    struct node **at = &list;
    while (*at != NULL && (*at)->value < n->value)
        at = &(*at)->next;
    n->next = *at;
    *at = n;
    return list;
}

static struct node *sort(struct node *list) {
    struct node *sorted = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        sorted = insert_sorted(sorted, list);
        list = next;
    }
    return sorted;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 10; i++)
        list = push(list, i * 7 % 10);
    list = sort(list);
    while (list != NULL) {
        struct node *next = list->next;
        if (next != NULL && next->value < list->value)
            return 1;
        free(list);
        list = next;
    }
    return 0;
}
