// Functions on lists with contracts, and a program that uses them.
//@ args: --domain three-valued --self-check=40
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *push(struct node *l, int data) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return l;
    cell->data = data;
    cell->next = l;
    return cell;
}

struct node *append(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    if (a == NULL)
        return b;
    struct node *last = a;
    while (last->next != NULL) //~ safe[null-deref]
        last = last->next;
    last->next = b; //~ safe[leak]
    return a;
}

struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *done = NULL;
    while (l != NULL) {
        struct node *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done;
}

struct node *pop(struct node *l) {
    sw_requires(l != NULL && list(l));
    sw_ensures(list(sw_result));
    struct node *next = l->next; //~ safe[null-deref]
    free(l);
    return next;
}

void change(struct node *l, int data) {
    sw_requires(list(l));
    sw_ensures(list(l));
    for (; l != NULL; l = l->next)
        l->data = data;
}

void delete_all(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *a = push(push(NULL, 1), 2);
    struct node *b = reverse(push(NULL, 3));
    struct node *all = append(a, b);
    change(all, 4);
    if (all != NULL)
        all = pop(all);
    delete_all(all);
    return 0;
}
