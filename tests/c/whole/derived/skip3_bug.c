// A node of the lowest level is asked for its upper link, which was never written.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *jump;
    struct node *leap;
};

struct skip {
    struct node *first;
    struct node *last;
};

static struct skip *make(void) {
    struct skip *s = malloc(sizeof *s);
    if (!s)
        exit(1);
    s->first = malloc(sizeof *s->first);
    s->last = malloc(sizeof *s->last);
    if (!s->first || !s->last)
        exit(1);
    s->first->next = s->first->jump = s->first->leap = s->last;
    s->last->next = s->last->jump = s->last->leap = NULL;
    return s;
}

static void insert(struct skip *s) {
    struct node *a3 = s->first;
    while (a3->leap != s->last && __VERIFIER_nondet_int())
        a3 = a3->leap;
    struct node *a2 = a3;
    while (a2->jump != a3->leap && __VERIFIER_nondet_int())
        a2 = a2->jump;
    struct node *a1 = a2;
    while (a1->next != a2->jump && __VERIFIER_nondet_int())
        a1 = a1->next;
    if (a1->jump == NULL) //~ error[uninitialized]
        return;
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = a1->next;
    a1->next = n;
    if (__VERIFIER_nondet_int()) {
        n->jump = a2->jump;
        a2->jump = n;
        if (__VERIFIER_nondet_int()) {
            n->leap = a3->leap;
            a3->leap = n;
        }
    }
}

int main(void) {
    struct skip *s = make();
    while (__VERIFIER_nondet_int())
        insert(s);
    while (s->first) {
        struct node *n = s->first;
        s->first = n->next;
        free(n);
    }
    free(s);
    return 0;
}
