//@ proved
// Reads numbers, keeps them in order, prints how many are left without repetitions.
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    int data;
    struct node *next;
} node;

node *head = NULL;

void insert(int data) {
    node *temp = (node *)malloc(sizeof(node));
    if (temp == NULL)
        exit(1);
    temp->data = data;
    if (head == NULL || head->data >= data) {
        temp->next = head;
        head = temp;
        return;
    }
    node *p = head;
    while (p->next != NULL && p->next->data < data)
        p = p->next;
    temp->next = p->next;
    p->next = temp;
}

void remove_duplicates(void) {
    node *p = head;
    while (p != NULL && p->next != NULL) {
        if (p->data == p->next->data) {
            node *temp = p->next;
            p->next = temp->next;
            free(temp);
        } else {
            p = p->next;
        }
    }
}

int count(void) {
    int n = 0;
    for (node *p = head; p != NULL; p = p->next)
        n++;
    return n;
}

void delete_list(void) {
    while (head != NULL) {
        node *temp = head;
        head = head->next;
        free(temp);
    }
}

int main(void) {
    int x;
    while ((x = rand() % 50) != 0)
        insert(x);
    remove_duplicates();
    printf("%d different numbers\n", count());
    delete_list();
    return 0;
}
