// A flag of each cell says whether it has a text of its own.
//@ proved
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
        if (l->owns)
            free(l->text);
        free(l);
        l = next;
    }
}

void disown(struct line *l) {
    sw_requires(lines(l));
    sw_ensures(lines(l));
    for (; l != NULL; l = l->next) {
        if (l->owns) {
            free(l->text);
            l->owns = 0;
        }
    }
}
