// Builds a list in order, each new cell behind the last one.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *build_tail(int n) {
    sw_ensures(list(sw_result));
    struct node *head = NULL;
    struct node *tail = NULL;
    for (int i = 0; i < n; i++) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->data = i;
        c->next = NULL;
        if (head == NULL)
            head = c;
        else
            tail->next = c; //~ safe[null-deref]
        tail = c;
    }
    return head;
}

void destroy(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *l = build_tail(5);
    int sum = 0;
    for (struct node *p = l; p != NULL; p = p->next)
        sum += p->data;
    destroy(l);
    return sum == 10 ? 0 : 1;
}
