/* Turns a list around in place. The predicate says what a list is; nothing is said about the loop. */
#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *done = NULL;
    while (l != NULL) {
        struct node *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done;
}
