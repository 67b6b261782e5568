//@ unknown: `list` may be null: nothing is known of it
// What a contract calls old must be there: it is not required.
#include <shapewright.h>

struct node {
    struct node *next;
    int data;
};

int look(struct node *list) {
    sw_ensures(sw_result == sw_old(list->data)); //~ error[null-deref]
    return list->data;
}
