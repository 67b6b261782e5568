//@ proved
// A list with one 1 that is followed by a 2. When it is turned round, the 2 is followed by the 1.
#include <stdlib.h>

struct node {
    struct node *next;
    int tag;
};

static struct node *made(int tag) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = NULL;
    node->tag = tag;
    return node;
}

int main(void) {
    struct node *head = NULL, *last;
    while (rand() % 3) {
        struct node *node = made(0);
        node->next = head;
        head = node;
    }
    last = made(2);
    last->next = head;
    head = made(1);
    head->next = last;
    while (rand() % 3) {
        struct node *node = made(0);
        node->next = head;
        head = node;
    }
    struct node *turned = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = turned;
        turned = head;
        head = next;
    }
    struct node *at = turned;
    while (at->tag != 2)
        at = at->next;
    if (at->next->tag != 1)
        abort();
    while (turned) {
        struct node *next = turned->next;
        free(turned);
        turned = next;
    }
    return 0;
}
