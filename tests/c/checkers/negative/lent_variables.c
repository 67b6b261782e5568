// Variables as cells of a structure: a contract says that the structure is there again, not that the variables are in it.
//@ args: --domain checkers
//@ unknown: the function does not say that it gives back the variable it is given
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *r = NULL;
    while (l != NULL) {
        struct node *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}

int main(void) {
    struct node b = {NULL, 2};
    struct node a = {&b, 1};
    struct node *l = reverse(&a);
    return l == &b ? 0 : 1;
}
