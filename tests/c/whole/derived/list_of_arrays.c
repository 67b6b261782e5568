//@ proved
// A list of sets, each of which owns an array of blocks that may be missing, and the array may be missing too.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
struct set {
    void **data;
    struct set *next;
};

int main(void) {
    struct set *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct set *q = malloc(sizeof *q);
        if (q == NULL)
            break;
        q->next = list;
        q->data = malloc(1000 * sizeof(void *));
        if (q->data) {
            memset(q->data, 0, 1000 * sizeof(void *));
            int at = __VERIFIER_nondet_int();
            if (0 <= at && at < 1000)
                q->data[at] = malloc(4000);
        }
        list = q;
    }
    while (list) {
        struct set *q = list;
        list = list->next;
        if (q->data) {
            for (int i = 0; i < 1000; i++)
                free(q->data[i]);
            free(q->data);
        }
        free(q);
    }
    return 0;
}
