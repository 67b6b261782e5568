// A callee that ends the program leaks nothing; one that only may is looked at further.
#include <stdlib.h>

struct node {
    struct node *next;
};

static void stop(int really) {
    if (really)
        exit(1);
}

int main(void) {
    struct node *list = malloc(sizeof *list);
    stop(list == NULL);
    list->next = NULL; //~ safe[null-deref]
    stop(rand());
    list = NULL; //~ error[leak]
    return 0;
}
