/* A list that is built, reversed and released; the release has a bug. */
#include <stdio.h>
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

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static void release(struct node *list) {
    for (; list != NULL; list = list->next)
        free(list);
}

int main(void) {
    struct node *list = NULL;
    for (int i = 1; i <= 3; i++)
        list = push(list, i);
    list = reverse(list);
    for (struct node *n = list; n != NULL; n = n->next)
        printf("%d\n", n->value);
    release(list);
    return 0;
}
