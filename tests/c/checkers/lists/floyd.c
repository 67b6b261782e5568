// Two cursors of different speed never meet in a list that ends.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

bool cyclic(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l) && !sw_result);
    struct node *slow = l;
    struct node *fast = l;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast && fast != NULL)
            return true;
    }
    return false;
}

struct node *middle(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(l) && sw_result != NULL);
    struct node *slow = l;
    struct node *fast = l->next;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    return slow;
}

static struct node *push(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    c->next = l;
    return c;
}

static void destroy(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    for (int n = 0; n < 6; n++) {
        struct node *l = NULL;
        for (int i = 0; i < n; i++)
            l = push(l, i * 5 % 7);
        cyclic(l);
        if (l != NULL)
            middle(l);
        destroy(l);
    }
    return 0;
}
