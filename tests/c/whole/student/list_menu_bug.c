//@ confirmed
// What is taken out is not freed. A list that is changed by commands, as in a first course: append, delete, reverse, print.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

static void append(struct node **head, int data) {
    struct node *added = malloc(sizeof(struct node));
    if (!added) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    added->data = data;
    added->next = NULL;
    if (*head == NULL) {
        *head = added;
        return;
    }
    struct node *last = *head;
    while (last->next != NULL)
        last = last->next;
    last->next = added;
}

static void delete_value(struct node **head, int data) {
    struct node *at = *head, *before = NULL;
    while (at != NULL && at->data != data) {
        before = at;
        at = at->next;
    }
    if (at == NULL) {
        printf("%d is not there\n", data);
        return;
    }
    if (before == NULL)
        *head = at->next;
    else
        before->next = at->next;
} //~ error[leak]

static void reverse(struct node **head) {
    struct node *turned = NULL, *at = *head;
    while (at) {
        struct node *next = at->next;
        at->next = turned;
        turned = at;
        at = next;
    }
    *head = turned;
}

static void print(const struct node *at) {
    for (; at; at = at->next)
        printf("%d -> ", at->data);
    printf("end\n");
}

static void free_all(struct node **head) {
    while (*head) {
        struct node *first = *head;
        *head = first->next;
        free(first);
    }
}

int main(void) {
    struct node *head = NULL;
    int command, data;
    do {
        printf("1 append, 2 delete, 3 print, 4 reverse, 0 end\n");
        if (scanf("%d", &command) != 1)
            break;
        switch (command) {
        case 1:
            if (scanf("%d", &data) == 1)
                append(&head, data);
            break;
        case 2:
            if (scanf("%d", &data) == 1)
                delete_value(&head, data);
            break;
        case 3:
            print(head);
            break;
        case 4:
            reverse(&head);
            break;
        case 0:
            break;
        default:
            printf("no such command\n");
        }
    } while (command != 0);
    free_all(&head);
    return 0;
}
