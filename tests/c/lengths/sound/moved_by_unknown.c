// A pointer moved by an unknown distance leads to its cell no longer when it is overwritten.
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        return 1;
    p = p + rand(); //~ error[leak]
    p = NULL;
    return 0;
}
