// Links one list behind another.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *append(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    if (a == NULL)
        return b;
    struct node *p = a;
    while (p->next != NULL) //~ safe[null-deref]
        p = p->next;
    p->next = b; //~ safe[leak]
    return a;
}

struct node *append_recursive(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    if (a == NULL)
        return b;
    a->next = append_recursive(a->next, b);
    return a;
}

void append_in_place(struct node **a, struct node *b) {
    sw_requires(list(*a) && list(b));
    sw_ensures(list(*a));
    while (*a != NULL)
        a = &(*a)->next;
    *a = b;
}

static struct node *cell(int data) {
    sw_ensures(list(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return NULL;
    c->next = NULL;
    c->data = data;
    return c;
}

int main(void) {
    struct node *l = append(cell(1), append_recursive(cell(2), cell(3)));
    append_in_place(&l, cell(4));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
