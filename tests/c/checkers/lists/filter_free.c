// Frees the cells of a list that hold a value; the link to the next cell is changed through its address.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *filter(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node **link = &l;
    while (*link != NULL) {
        struct node *c = *link;
        if (c->data == value) {
            *link = c->next;
            free(c);
        } else {
            link = &c->next;
        }
    }
    return l;
}

void filter_in_place(struct node **head, int value) {
    sw_requires(list(*head));
    sw_ensures(list(*head));
    while (*head != NULL) {
        struct node *c = *head;
        if (c->data == value) {
            *head = c->next;
            free(c);
        } else {
            head = &c->next;
        }
    }
}

struct node *remove_first(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *prev = NULL;
    struct node *c = l;
    while (c != NULL && c->data != value) {
        prev = c;
        c = c->next;
    }
    if (c == NULL)
        return l;
    if (prev == NULL)
        l = c->next;
    else
        prev->next = c->next;
    free(c);
    return l;
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
        l = filter(l, 3);
        l = remove_first(l, 5);
        destroy(l);
    }
    return 0;
}
