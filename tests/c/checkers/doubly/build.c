// Builds a doubly linked list at its end, and frees it.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

struct node *build(int n) {
    sw_ensures(dll(sw_result, NULL));
    struct node *head = NULL;
    struct node *tail = NULL;
    while (n > 0) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->data = n--;
        c->next = NULL;
        c->prev = tail;
        if (tail == NULL)
            head = c;
        else
            tail->next = c;
        tail = c;
    }
    return head;
}

void free_forward(struct node *l) {
    sw_requires(dll(l, NULL));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

void free_backward(struct node *l) {
    sw_requires(dll(l, NULL));
    if (l == NULL)
        return;
    while (l->next != NULL)
        l = l->next;
    while (l != NULL) {
        struct node *prev = l->prev;
        free(l);
        l = prev;
    }
}

int main(void) {
    free_forward(build(3));
    free_backward(build(4));
    return 0;
}
