// They hold nothing either where the object was zero before.
//@ confirmed
#include <stdlib.h>
#include <string.h>

struct node {
    long double value;
    struct node *next;
};

int main(void) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return 0;
    memset(node, 0, sizeof *node);
    node->value = 3;
    unsigned char *bytes = (unsigned char *)&node->value;
    int same = bytes[12] == 0; //~ error[uninitialized]
    free(node);
    return same;
}
