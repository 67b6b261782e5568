// GNU statement expressions: max without double evaluation, checked allocation, a loop as a value.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX(a, b)             \
    ({                        \
        __typeof__(a) a_ = a; \
        __typeof__(b) b_ = b; \
        a_ > b_ ? a_ : b_;    \
    })

#define NEW(type, ...)                          \
    ({                                          \
        type *new_ = malloc(sizeof *new_);      \
        if (!new_)                              \
            exit(2);                            \
        *new_ = (type){__VA_ARGS__};            \
        new_;                                   \
    })

#define COUNT(list)                             \
    ({                                          \
        int n_ = 0;                             \
        for (pair *p_ = (list); p_; p_ = p_->next) \
            n_++;                               \
        n_;                                     \
    })

typedef struct pair {
    int a, b;
    struct pair *next;
} pair;

static int draws;

static int draw(void) {
    draws++;
    return __VERIFIER_nondet_int() % 100;
}

int main(void) {
    pair *list = NULL;
    while (COUNT(list) < 4) {
        int a = draw();
        list = NEW(pair, .a = a, .b = MAX(draw(), a), .next = list);
    }
    int best = -1000;
    for (pair *p = list, *next; p; p = next) {
        printf("(%d %d) ", p->a, p->b);
        best = MAX(best, MAX(p->a, p->b));
        next = ({
            pair *n = p->next;
            free(p);
            n;
        });
    }
    printf("best %d after %d draws\n", best, draws);
    return draws == 8 ? 0 : 1;
}
