// The contract looks at the old list at the end, which does not make it reachable: it is lost where the result
// replaces it.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static inline bool list(const struct node *l) { return l == NULL || list(l->next); }

static struct node *fresh(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result) && list(l) && sw_old(l) == l);
    l = malloc(sizeof *l);
    if (l == NULL)
        exit(2);
    l->value = 0;
    l->next = NULL;
    return l;
}

int main(void) {
    struct node *l = fresh(NULL);
    l = fresh(l); //~ error[leak]
    free(l);
    return 0;
}
