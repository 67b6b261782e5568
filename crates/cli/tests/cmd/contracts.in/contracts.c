#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

int first(const struct node *l) {
    sw_requires(l != NULL && l->value > 0);
    return l->value;
}

int second(const struct node *l) {
    sw_ensures(sw_result == l->next->value);
    return first(l);
}

int positive(void) {
    sw_requires(0 > 1);
    return 1;
}

int main(void) {
    struct node a = {NULL, 0}, b = {&a, 1}, ring = {&ring, 2};
    sw_assert(sw_len(&b) == 2);
#if defined CALLER
    first(&a);
#elif defined PROMISE
    second(&ring);
    second(&b);
#elif defined UNREADABLE
    a.value = 1;
    second(&a);
#elif defined LENGTH
    sw_assert(sw_len(&ring) == 1);
#else
    sw_assert(b.next   == /* yes */ NULL);
#endif
    return 0;
}
