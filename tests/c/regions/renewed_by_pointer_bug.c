// A function that knows two variables by pointers only writes to one of them: what that held before is not freed by freeing what it holds.
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *jump;
    int key;
};

static struct node first, second;

static void renew(struct node *h, struct node *n) {
    struct node *last = h;
    while (last->jump)
        last = last->jump;
    last->key = 0;
    h->next = n;
}

int main(void) {
    struct node *t = calloc(1, sizeof *t);
    struct node *n = calloc(1, sizeof *n);
    if (!t || !n) {
        free(t);
        free(n);
        return 0;
    }
    first.jump = &second;
    first.next = t;
    second.next = t;
    t = NULL;
    renew(&first, n);
    struct node *m = first.next;
    if (m == n) {
        free(m);
    } else {
        free(n);
        free(m);
    }
    first.next = NULL;
    second.next = NULL; //~ error[leak]
    return 0;
}
