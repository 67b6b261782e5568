/* Takes the first cell off a list, and forgets to free it. */
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

bool list(const struct node *l) { return l == NULL || list(l->next); }
struct node *pop(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));

    if (l == NULL)
        return NULL;
    struct node *next = l->next;
    return next;
}
