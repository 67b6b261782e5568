// What only an argument of a checker names is not reached where the structure is empty.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct owner {
    int count;
};

struct node {
    struct node *next;
    struct owner *owner;
};

bool owned(struct node *l, struct owner *o) { return l == NULL || (l->owner == o && owned(l->next, o)); }

static struct node *all;

static struct node *make(struct owner *o) {
    sw_ensures(owned(sw_result, o));
    return NULL;
}

int main(void) {
    struct owner *o = malloc(sizeof *o);
    if (o == NULL)
        return 0;
    o->count = 0;
    all = make(o);
    o = NULL; //~ error[leak]
    return 0;
}
