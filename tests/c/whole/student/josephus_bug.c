// Without memory for a child, those in the ring are forgotten; and the one that is left is looked at when it is gone.
#include <stdio.h>
#include <stdlib.h>

struct child {
    int number;
    struct child *next;
};

int main(void) {
    int n = rand() % 30 + 1, k = rand() % 7 + 1;
    struct child *last = NULL;
    for (int i = 1; i <= n; i++) {
        struct child *c = malloc(sizeof(struct child));
        if (c == NULL)
            return 1; //~ error[leak]
        c->number = i;
        if (last == NULL) {
            c->next = c;
        } else {
            c->next = last->next;
            last->next = c;
        }
        last = c;
    }
    while (last->next != last) {
        for (int i = 1; i < k; i++)
            last = last->next;
        struct child *out = last->next;
        last->next = out->next;
        free(out);
    }
    free(last);
    printf("%d is left\n", last->number); //~ error[use-after-free]
    return 0;
}
