//@ proved
// Nodes that know their own functions: those that own something are destroyed by another one.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shape {
    struct shape *next;
    int (*area)(const struct shape *);
    void (*destroy)(struct shape *);
    int side;
    int *other;
};

static int square_area(const struct shape *square) { return square->side; }

static int box_area(const struct shape *box) { return box->side + *box->other; }

static void destroy_square(struct shape *square) { free(square); }

static void destroy_box(struct shape *box) {
    free(box->other);
    free(box);
}

static struct shape *new_square(void) {
    struct shape *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->side = 3;
    made->other = NULL;
    made->area = square_area;
    made->destroy = destroy_square;
    return made;
}

static struct shape *new_box(void) {
    struct shape *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->side = 3;
    made->other = malloc(sizeof *made->other);
    if (!made->other) {
        free(made);
        return NULL;
    }
    *made->other = 2;
    made->area = box_area;
    made->destroy = destroy_box;
    return made;
}

int main(void) {
    struct shape *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct shape *made = __VERIFIER_nondet_int() ? new_square() : new_box();
        if (!made)
            break;
        made->next = list;
        list = made;
    }
    int last = 0;
    for (struct shape *at = list; at; at = at->next)
        last = at->area(at);
    printf("%d\n", last);
    while (list) {
        struct shape *next = list->next;
        list->destroy(list);
        list = next;
    }
    return 0;
}
