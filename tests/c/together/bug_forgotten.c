// What a checker makes a function own must not be forgotten.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

bool list(const struct node *l) { return l == NULL || list(l->next); }

int forget(struct node *l) {
    sw_requires(list(l));
    sw_ensures(sw_result == 0);
    return 0; //~ error[leak]
}
