// Chains list nodes that live in the loop body, whose scope ends with each round.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    const struct node *next;
};

static int length(const struct node *l) {
    int n = 0;
    while (l) {
        n++;
        l = l->next; //~ error[use-after-free]
    }
    return n;
}

int main(void) {
    const struct node *list = NULL;
    int rounds = (int)((unsigned)__VERIFIER_nondet_int() % 4);
    for (int i = 0; i < rounds; i++) {
        struct node here = {.value = i};
        list = &here;
        printf("node %d: %d\n", i, list->value);
    }
    int n = length(list);
    printf("%d nodes\n", n);
    return 0;
}
