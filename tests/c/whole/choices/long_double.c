// Ten bytes of a `long double` hold its value.
//@ proved
#include <stdlib.h>

struct node {
    long double value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            break;
        node->value = i;
        node->next = list;
        list = node;
    }
    long double sum = 0;
    while (list != NULL) {
        struct node *next = list->next;
        unsigned char *bytes = (unsigned char *)&list->value;
        sum += bytes[9] == 0 ? 0 : list->value;
        free(list);
        list = next;
    }
    return sum > 3;
}
