//@ proved
// Adds two polynomials that are lists of terms with falling exponents.
#include <stdlib.h>

struct term {
    int coefficient, exponent;
    struct term *next;
};

struct term *make_term(int coefficient, int exponent) {
    struct term *t = malloc(sizeof(struct term));
    if (t == NULL)
        abort();
    t->coefficient = coefficient;
    t->exponent = exponent;
    t->next = NULL;
    return t;
}

struct term *read_polynomial(void) {
    struct term *first = NULL, *last = NULL;
    for (int e = rand() % 6; e >= 0; e--) {
        int c = rand() % 10 - 5;
        if (c == 0)
            continue;
        struct term *t = make_term(c, e);
        if (last == NULL)
            first = t;
        else
            last->next = t;
        last = t;
    }
    return first;
}

struct term *add(struct term *p, struct term *q) {
    struct term *first = NULL, *last = NULL;
    while (p != NULL || q != NULL) {
        struct term *t;
        if (q == NULL || (p != NULL && p->exponent > q->exponent)) {
            t = make_term(p->coefficient, p->exponent);
            p = p->next;
        } else if (p == NULL || p->exponent < q->exponent) {
            t = make_term(q->coefficient, q->exponent);
            q = q->next;
        } else {
            t = make_term(p->coefficient + q->coefficient, p->exponent);
            p = p->next;
            q = q->next;
        }
        if (t->coefficient == 0) {
            free(t);
            continue;
        }
        if (last == NULL)
            first = t;
        else
            last->next = t;
        last = t;
    }
    return first;
}

void delete_polynomial(struct term *p) {
    while (p != NULL) {
        struct term *next = p->next;
        free(p);
        p = next;
    }
}

int main(void) {
    struct term *p = read_polynomial();
    struct term *q = read_polynomial();
    struct term *sum = add(p, q);
    delete_polynomial(p);
    delete_polynomial(q);
    delete_polynomial(sum);
    return 0;
}
