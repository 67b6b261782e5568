// The text is freed whether it is owned or not.
//@ args: --domain checkers
//@ unknown: nothing is known of what is freed here
#include <shapewright.h>
#include <stdlib.h>

struct text {
    int length;
};

struct line {
    struct line *next;
    struct text *text;
    int owns;
};

bool text(struct text *t) { return t != NULL && t->length >= 0; }

bool lines(struct line *l) { return l == NULL || ((l->owns == 0 || text(l->text)) && lines(l->next)); }

void destroy(struct line *l) {
    sw_requires(lines(l));
    while (l != NULL) {
        struct line *next = l->next;
        free(l->text); //~ error[invalid-free] //~ error[double-free]
        free(l);
        l = next;
    }
}
