// The sum, the smallest and the largest of what a list holds.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

long sum(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(x) == sw_old(sw_len(x)));
    long s = 0;
    for (struct node *p = x; p != NULL; p = p->next)
        s += p->data; //~ safe[null-deref]
    return s;
}

int least(struct node *x) {
    sw_requires(sw_len(x) >= 1);
    sw_ensures(sw_len(x) == sw_old(sw_len(x)));
    int m = x->data; //~ safe[null-deref]
    for (struct node *p = x->next; p != NULL; p = p->next)
        if (p->data < m)
            m = p->data;
    return m;
}

int greatest(struct node *x) {
    sw_requires(sw_len(x) >= 1);
    sw_ensures(sw_len(x) == sw_old(sw_len(x)));
    struct node *best = x;
    for (struct node *p = x; p != NULL; p = p->next)
        if (p->data > best->data)
            best = p;
    return best->data; //~ safe[null-deref]
}
