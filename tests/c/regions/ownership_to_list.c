// What is pushed belongs to the list, which frees all of it.
#include <stdlib.h>
struct node { struct node *next; int *value; };
static struct node *list;
static int push(int *value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return 0;
    n->value = value;
    n->next = list;
    list = n;
    return 1;
}
static void clear(void) {
    while (list != NULL) {
        struct node *n = list;
        list = n->next;
        free(n->value); //~ safe[double-free]
        free(n); //~ safe[double-free]
    }
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        int *value = malloc(sizeof *value);
        if (value != NULL && !push(value))
            free(value);
    }
    clear();
    return 0;
}
