// A counter of 32 bits may wrap: it is not the length of the list.
#include <assert.h>
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

void count(struct node *list) {
    sw_requires(sw_len(list) >= 1);
    sw_ensures(sw_len(list) >= 1);
    unsigned counted = 0;
    for (struct node *p = list; p != NULL; p = p->next)
        counted++;
    assert(counted > 0); //~ error[assert-fail]
}

void count_all(struct node *list) {
    sw_requires(sw_len(list) >= 1);
    sw_ensures(sw_len(list) >= 1);
    unsigned long counted = 0;
    for (struct node *p = list; p != NULL; p = p->next)
        counted++;
    assert(counted > 0); //~ safe[assert-fail]
}
