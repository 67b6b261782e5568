// A call that does not establish what the function requires.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static int first(struct node *list) {
    sw_requires(sw_len(list) >= 1);
    sw_ensures(sw_len(list) == sw_old(sw_len(list)));
    return list->data; //~ error[null-deref]
}

int main(void) {
    struct node *list = malloc(sizeof *list);
    if (list == NULL)
        return 1;
    list->next = NULL;
    list->data = 1;
    int sum = first(list); //~ safe[contract]
    sum += first(list->next); //~ error[contract]
    free(list);
    return sum;
}
