// Calls a function for its effect and drops the fresh list it returns.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *with_doubled(struct node *list) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(2);
    n->value = list ? 2 * list->value : 1;
    n->next = list;
    printf("made %d\n", n->value);
    return n;
}

static struct node *copy(const struct node *list) {
    if (!list)
        return NULL;
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(2);
    n->value = list->value;
    n->next = copy(list->next);
    return n;
}

static void drop(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = with_doubled(with_doubled(NULL));
    int mode = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    printf("mode %d\n", mode);
    if (mode == 1)
        with_doubled(NULL); //~ error[leak]
    else if (mode == 2)
        (void)copy(list); //~ error[leak]
    drop(list);
    return 0;
}
