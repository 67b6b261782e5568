// Gives elements of a skip list with two levels another level, as it goes along.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct skip {
    struct skip *skip, *next;
    int data;
};

bool low(struct skip *x, struct skip *end);

bool high(struct skip *l) {
    return l == NULL || (low(l->next, l->skip) && high(l->skip));
}

bool low(struct skip *x, struct skip *end) {
    return x == end || (x != NULL && x->skip == NULL && low(x->next, end));
}

void skip_rebalance(struct skip *l, int step) {
    sw_requires(high(l));
    sw_ensures(high(l));
    if (l == NULL)
        return;
    struct skip *p = l, *c = l->next;
    while (c != NULL) {
        if (c == p->skip) {
            p = c;
        } else if (c->data >= p->data + step) {
            c->skip = p->skip;
            p->skip = c;
            p = c;
        }
        c = c->next;
    }
}
