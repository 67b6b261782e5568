// Setting a cell to zero takes its link away.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *a = calloc(1, sizeof *a);
    struct node *b = calloc(1, sizeof *b);
    if (a == NULL || b == NULL)
        exit(1);
    a->next = b;
    b = NULL;
    memset(a, 0, sizeof *a); //~ error[leak]
    assert(a->next == NULL); //~ safe[assert-fail]
    free(a);
    return 0;
}
