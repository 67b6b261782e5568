#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

bool positive(struct node *l) {
    for (; l != NULL; l = l->next)
        if (l->data <= 0)
            return false;
    return true;
}

bool cleared(struct node *l) {
    if (l == NULL)
        return true;
    l->data = 0;
    return cleared(l->next);
}

void append(struct node *a, struct node *b) { sw_requires(list(a) && list(b)); }
void sum(struct node *l) { sw_requires(l->data > 0 && positive(l)); }
void reset(struct node *l) { sw_requires(cleared(l)); }

void between(struct node *a, struct node *b) { sw_requires(sw_segment(list(a), list(b)) && list(b)); }

int main(void) {
    struct node last = {NULL, 3}, one = {&last, 1}, other = {&last, 2}, ring = {NULL, 1};
    ring.next = &ring;
#if defined SHARED
    append(&one, &other);
#elif defined RING
    sum(&ring);
#elif defined ASSERTED
    sw_assert(list(&ring));
#elif defined APART
    between(&one, &other);
#elif defined WRITES
    reset(&one);
#elif defined DEEP
    struct node *l = NULL;
    for (int i = 0; i < 1000000; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){l, 1};
        l = n;
    }
    sw_assert(list(l));
    exit(0);
#else
    append(&one, NULL);
    append(NULL, &other);
    between(&one, &last);
    between(&one, &one);
    between(&one, NULL);
    sw_assert(sw_segment(list(&other), list(&last)));
    sum(&one);
    sw_assert(list(&one));
    sw_assert(list(&other));
#endif
    return 0;
}
