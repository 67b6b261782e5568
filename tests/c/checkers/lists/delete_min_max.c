// Takes the cells with the smallest and the largest value out of a list.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *delete_min_max(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL)
        return NULL;
    struct node *min = l;
    struct node *before_min = NULL;
    struct node *max = l;
    struct node *before_max = NULL;
    struct node *prev = l;
    for (struct node *c = l->next; c != NULL; c = c->next) {
        if (c->data < min->data) {
            min = c;
            before_min = prev;
        }
        if (c->data > max->data) {
            max = c;
            before_max = prev;
        }
        prev = c;
    }
    if (before_min == NULL)
        l = min->next;
    else
        before_min->next = min->next;
    if (max != min) {
        if (before_max == NULL)
            l = max->next;
        else if (before_max == min) {
            if (before_min == NULL)
                l = max->next;
            else
                before_min->next = max->next;
        } else
            before_max->next = max->next;
        free(max);
    }
    free(min);
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
        l = delete_min_max(l);
        destroy(l);
    }
    return 0;
}
