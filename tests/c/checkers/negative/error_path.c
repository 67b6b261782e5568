// An allocation fails in the middle, and what was built so far is freed.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

static void destroy(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

struct node *copy(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l) && list(sw_result));
    struct node *head = NULL;
    struct node **end = &head;
    for (; l != NULL; l = l->next) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL) {
            destroy(head);
            return NULL; //~ safe[leak]
        }
        c->data = l->data;
        c->next = NULL;
        *end = c;
        end = &c->next;
    }
    return head;
}

struct pair {
    struct node *a;
    struct node *b;
};

struct pair *pair(void) {
    sw_ensures(sw_result == NULL || (list(sw_result->a) && list(sw_result->b)));
    struct pair *p = malloc(sizeof *p);
    if (p == NULL)
        return NULL;
    p->a = calloc(1, sizeof *p->a);
    p->b = calloc(1, sizeof *p->b);
    if (p->a == NULL || p->b == NULL) {
        free(p->a);
        free(p->b);
        free(p);
        return NULL;
    }
    return p;
}
