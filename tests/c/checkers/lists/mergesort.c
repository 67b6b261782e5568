// Sorts a list by splitting it in the middle and merging the sorted halves.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

static struct node *merge(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    struct node *head = NULL;
    struct node **end = &head;
    while (a != NULL && b != NULL) {
        if (a->data <= b->data) {
            *end = a;
            a = a->next;
        } else {
            *end = b;
            b = b->next;
        }
        end = &(*end)->next;
    }
    *end = a != NULL ? a : b;
    return head;
}

/* Cuts a list in the middle and returns the second half. */
static struct node *split(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(l) && list(sw_result));
    struct node *slow = l;
    struct node *fast = l->next;
    while (fast != NULL) {
        fast = fast->next;
        if (fast != NULL) {
            slow = slow->next;
            fast = fast->next;
        }
    }
    struct node *second = slow->next;
    slow->next = NULL;
    return second;
}

struct node *mergesort(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL || l->next == NULL)
        return l;
    struct node *second = split(l);
    return merge(mergesort(l), mergesort(second));
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
        l = mergesort(l);
        destroy(l);
    }
    return 0;
}
