#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *reverse(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(sw_result) == sw_len(x));
    struct node *y = NULL;
    while (x != NULL) {
        struct node *next = x->next;
        x->next = y;
        y = x;
        x = next;
    }
    return y;
}

int last(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(x) >= 0);
    while (x->next != NULL)
        x = x->next;
    return x->value;
}

void dispose(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    while (x != NULL) {
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

unsigned count(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(x) >= 0);
    unsigned n = 0;
    for (; x != NULL; x = x->next)
        n++;
    return n;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 10; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->value = i;
        p->next = list;
        list = p;
    }
    list = reverse(list);
    int value = last(list);
    dispose(list);
    return value > 9;
}
