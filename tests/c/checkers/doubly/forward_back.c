// Walks to the last cell and back again.
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

int forward_back(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL));
    if (l == NULL)
        return 0;
    int sum = 0;
    struct node *p = l;
    while (p->next != NULL) {
        sum += p->data;
        p = p->next;
    }
    while (p->prev != NULL) { //~ safe[null-deref]
        sum -= p->data;
        p = p->prev;
    }
    return sum;
}

void zigzag(struct node *l, int value) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL));
    struct node *p = l;
    while (p != NULL && p->data != value) {
        if (p->data > value && p->prev != NULL)
            p = p->prev;
        else
            p = p->next;
    }
}
