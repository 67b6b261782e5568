// A value is overwritten while a list is reversed: it has as many elements, and not the same.
#include <shapewright.h>
#include <stdlib.h>

struct list {
    int value;
    struct list *next;
};

static bool holds(struct list *l, sw_bag values) {
    sw_bag rest;
    return l == NULL ? sw_empty(values) : sw_split(values, l->value, &rest) && holds(l->next, rest);
}

static struct list *reverse(struct list *l) {
    sw_bag values = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(sw_result, values)); //~ error[contract]
    struct list *done = NULL;
    while (l != NULL) {
        struct list *next = l->next;
        l->next = done;
        if (done != NULL)
            l->value = done->value;
        done = l;
        l = next;
    }
    return done;
}

int main(void) {
    struct list c = {1, NULL}, b = {1, &c}, a = {2, &b};
    reverse(&a);
    return 0;
}
