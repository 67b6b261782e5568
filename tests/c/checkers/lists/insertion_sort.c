// Sorts a list by inserting its cells one by one into a list that is sorted.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *insertion_sort(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *sorted = NULL;
    while (l != NULL) {
        struct node *c = l;
        l = l->next;
        if (sorted == NULL || c->data <= sorted->data) {
            c->next = sorted;
            sorted = c;
        } else {
            struct node *p = sorted;
            while (p->next != NULL && p->next->data < c->data)
                p = p->next;
            c->next = p->next;
            p->next = c;
        }
    }
    return sorted;
}

struct node *insertion_sort_links(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *sorted = NULL;
    while (l != NULL) {
        struct node *c = l;
        struct node **link = &sorted;
        l = l->next;
        while (*link != NULL && (*link)->data < c->data)
            link = &(*link)->next;
        c->next = *link;
        *link = c;
    }
    return sorted;
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
        l = insertion_sort(l);
        l = insertion_sort_links(l);
        destroy(l);
    }
    return 0;
}
