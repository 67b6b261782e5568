// A contract reads a cell and then measures the list it begins: the list may be long.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

int third(struct node *list) {
    sw_requires(list != NULL && list->data > 0 && sw_len(list) >= 2);
    sw_ensures(sw_len(list) >= 2);
    return list->next->next->data; //~ error[null-deref]
}
