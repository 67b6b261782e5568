// A clause calls a function of its own; the result is still there for the next one.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static inline int is_positive(int number) {
    return number > 0;
}

struct node *make(int n) {
    sw_requires(n > 0);
    sw_ensures(is_positive(n)); //~ safe[contract]
    struct node *made = malloc(sizeof *made);
    if (made == NULL)
        abort();
    made->next = NULL;
    made->data = n;
    return made;
} //~ error[contract]
