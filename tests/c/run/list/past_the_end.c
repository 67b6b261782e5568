// Fetches the n-th element by counting links, without minding where the list ends.
#include <stdio.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct track {
    const char *title;
    struct track *next;
};

static struct track *append(struct track *list, const char *title) {
    struct track *t = malloc(sizeof *t), *p = list;
    if (!t)
        exit(2);
    t->title = title;
    t->next = NULL;
    if (!list)
        return t;
    while (p->next)
        p = p->next;
    p->next = t;
    return list;
}

static const struct track *nth(const struct track *t, unsigned n) {
    while (n--)
        t = t->next; //~ error[null-deref]
    return t;
}

int main(void) {
    static const char *const titles[] = {"overture", "aria", "finale"};
    struct track *album = NULL;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        album = append(album, titles[i]);

    unsigned wanted = __VERIFIER_nondet_uint() % 7;
    printf("track %u\n", wanted);
    const struct track *t = nth(album, wanted);
    printf("playing %s\n", t ? t->title : "nothing");

    while (album) {
        struct track *next = album->next;
        free(album);
        album = next;
    }
    return 0;
}
