//@ proved
// Sorts a list by splitting it in two, sorting both halves and merging them.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->value = value;
    n->next = list;
    return n;
}

struct node *split(struct node *list) {
    struct node *slow = list, *fast = list->next;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *second = slow->next;
    slow->next = NULL;
    return second;
}

struct node *merge(struct node *a, struct node *b) {
    struct node *first = NULL, *last = NULL;
    while (a != NULL || b != NULL) {
        struct node *least;
        if (b == NULL || (a != NULL && a->value <= b->value)) {
            least = a;
            a = a->next;
        } else {
            least = b;
            b = b->next;
        }
        least->next = NULL;
        if (last == NULL)
            first = least;
        else
            last->next = least;
        last = least;
    }
    return first;
}

struct node *sort(struct node *list) {
    if (list == NULL || list->next == NULL)
        return list;
    struct node *second = split(list);
    return merge(sort(list), sort(second));
}

int main(void) {
    struct node *list = NULL;
    int n = rand() % 20;
    for (int i = 0; i < n; i++)
        list = push(list, rand());
    list = sort(list);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
