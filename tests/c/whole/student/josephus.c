//@ proved
// Children in a ring count out every k-th until one is left.
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
            abort();
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
    printf("%d is left\n", last->number);
    free(last);
    return 0;
}
