/* A sorted list and its contract; inserting has a bug. */
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

bool sorted(const struct node *l) {
    return l == NULL || l->next == NULL || (l->value <= l->next->value && sorted(l->next));
}

struct node *insert(struct node *l, struct node *n) {
    sw_requires(sorted(l) && n != NULL);
    sw_ensures(sorted(sw_result));
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(l)) + 1);

    struct node **at = &l;
    while (*at != NULL && (*at)->value > n->value)
        at = &(*at)->next;
    n->next = *at;
    *at = n;
    return l;
}

int main(void) {
    struct node a = {.value = 1}, b = {.value = 2}, c = {.value = 3};
    struct node *l = insert(NULL, &b);
    l = insert(l, &a);
    l = insert(l, &c);
    return 0;
}
