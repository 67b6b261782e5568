// A callee overwrites the only pointer to a list of its caller.
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *kept;

static void forget(void) {
    kept = NULL; //~ error[leak]
}

int main(void) {
    kept = malloc(sizeof *kept);
    if (kept == NULL)
        return 1;
    kept->next = NULL;
    forget();
    return 0;
}
