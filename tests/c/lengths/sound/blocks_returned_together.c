// A function returns with two blocks of one allocation: they keep apart.
//@ proved
#include <stdlib.h>

struct box {
    int value;
    struct box *other;
};

static struct box *make(int value) {
    struct box *made = malloc(sizeof *made);
    if (made == NULL)
        abort();
    made->value = value;
    made->other = NULL;
    return made;
}

static struct box *pair(void) {
    struct box *a = make(1);
    a->other = make(2);
    return a;
}

int main(void) {
    struct box *first = pair();
    struct box *second = pair();
    free(first->other);
    free(first);
    free(second->other); //~ safe[double-free]
    free(second); //~ safe[double-free]
    return 0;
}
