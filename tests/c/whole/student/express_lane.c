// A sorted list with an express lane: coins decide which numbers are on it.
//@ proved
#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
    struct node *express;
};

static struct node *new_node(int key) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    n->key = key;
    n->next = NULL;
    n->express = NULL;
    return n;
}

static int contains(struct node *head, int key) {
    struct node *p = head;
    while (p->express != NULL && p->express->key <= key)
        p = p->express;
    while (p->next != NULL && p->next->key <= key)
        p = p->next;
    return p != head && p->key == key;
}

static void insert(struct node *head, int key) {
    struct node *high = head;
    while (high->express != NULL && high->express->key < key)
        high = high->express;
    struct node *low = high;
    while (low->next != NULL && low->next->key < key)
        low = low->next;
    if (low->next != NULL && low->next->key == key)
        return;
    struct node *n = new_node(key);
    n->next = low->next;
    low->next = n;
    if (rand() % 2) {
        n->express = high->express;
        high->express = n;
    }
}

int main(void) {
    struct node *head = new_node(0);
    int key;
    while (scanf("%d", &key) == 1)
        insert(head, key);
    printf("%d\n", contains(head, 42));
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
