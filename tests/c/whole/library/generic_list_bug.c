//@ confirmed
// The list is not told how to free what it holds. A list of anything, with a function that frees what it holds, and one that is called for each.
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    void *data;
    struct node *next;
} node_t;

typedef struct list {
    node_t *head;
    size_t size;
    void (*free_data)(void *);
} list_t;

static list_t *list_create(void (*free_data)(void *)) {
    list_t *list = malloc(sizeof *list);
    if (list) {
        list->head = NULL;
        list->size = 0;
        list->free_data = free_data;
    }
    return list;
}

static int list_push(list_t *list, void *data) {
    node_t *node = malloc(sizeof *node);
    if (!node)
        return -1;
    node->data = data;
    node->next = list->head;
    list->head = node;
    list->size++;
    return 0;
}

static void list_each(list_t *list, void (*visit)(void *, void *), void *context) {
    for (node_t *node = list->head; node; node = node->next)
        visit(node->data, context);
}

static void list_destroy(list_t *list) {
    node_t *node = list->head;
    while (node) {
        node_t *next = node->next;
        if (list->free_data)
            list->free_data(node->data);
        free(node); //~ error[leak]
        node = next;
    }
    free(list);
}

static void largest(void *data, void *context) {
    if (*(int *)data > *(int *)context)
        *(int *)context = *(int *)data;
}

int main(void) {
    list_t *list = list_create(NULL);
    if (!list)
        return 1;
    int number;
    while (scanf("%d", &number) == 1) {
        int *kept = malloc(sizeof *kept);
        if (!kept)
            break;
        *kept = number;
        if (list_push(list, kept) < 0) {
            free(kept);
            break;
        }
    }
    int most = 0;
    list_each(list, largest, &most);
    printf("%d\n", most);
    list_destroy(list);
    return 0;
}
