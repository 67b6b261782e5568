// Operands of inline assembly are expressions of C, also where the template is empty: those marked `+` are read and written.
//@ proved
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct pair {
    int first, second;
};

#define HIDE(x) __asm__ volatile("" : "+r"(x))

static int sum(struct node *list) {
    int total = 0;
    for (; list; list = list->next) {
        HIDE(list->value);
        total ^= list->value;
    }
    return total;
}

int main(void) {
    int i = 0, t[4] = {0};
    HIDE(t[i++]);
    struct pair both = {i, 2};
    __asm__ volatile("" : "+m"(both));
    __asm__ volatile("" : "+m"(t));
    struct node *one = malloc(sizeof *one);
    if (!one)
        return 1;
    one->next = 0;
    one->value = both.second;
    HIDE(one);
    t[i] = sum(one);
    free(one);
    return t[i + 2];
}
