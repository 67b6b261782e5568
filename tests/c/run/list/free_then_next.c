// Frees a list but reads the link out of the node it has just freed.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int key;
    struct item *next;
};

static struct item *add(struct item *list, int key) {
    struct item *it = malloc(sizeof *it);
    if (!it)
        exit(2);
    it->key = key;
    it->next = list;
    return it;
}

static int free_list(struct item *p) {
    int freed = 0;
    while (p) {
        freed++;
        printf("free %d\n", p->key);
        free(p);
        p = p->next; //~ error[use-after-free]
    }
    return freed;
}

int main(void) {
    struct item *list = NULL;
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    printf("building %d\n", n);
    while (n-- > 0)
        list = add(list, n * 10);
    printf("freed %d\n", free_list(list));
    return 0;
}
