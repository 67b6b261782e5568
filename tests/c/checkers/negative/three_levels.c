// Three loops inside of each other over a list of lists of lists.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct page {
    struct page *next;
    int words;
};

struct book {
    struct book *next;
    struct page *pages;
};

struct shelf {
    struct shelf *next;
    struct book *books;
};

bool pages(struct page *p) { return p == NULL || pages(p->next); }
bool books(struct book *b) { return b == NULL || (pages(b->pages) && books(b->next)); }
bool shelves(struct shelf *s) { return s == NULL || (books(s->books) && shelves(s->next)); }

int longest(struct shelf *s) {
    sw_requires(shelves(s));
    sw_ensures(shelves(s));
    int most = 0;
    for (; s != NULL; s = s->next)
        for (struct book *b = s->books; b != NULL; b = b->next)
            for (struct page *p = b->pages; p != NULL; p = p->next)
                if (p->words > most)
                    most = p->words;
    return most;
}

void tear(struct shelf *s) {
    sw_requires(shelves(s));
    sw_ensures(shelves(s));
    for (; s != NULL; s = s->next) {
        for (struct book *b = s->books; b != NULL; b = b->next) {
            struct page **link = &b->pages;
            while (*link != NULL) {
                struct page *p = *link;
                if (p->words == 0) {
                    *link = p->next;
                    free(p);
                } else {
                    link = &p->next;
                }
            }
        }
    }
}

void destroy(struct shelf *s) {
    sw_requires(shelves(s));
    while (s != NULL) {
        struct shelf *next_shelf = s->next;
        struct book *b = s->books;
        while (b != NULL) {
            struct book *next_book = b->next;
            struct page *p = b->pages;
            while (p != NULL) {
                struct page *next_page = p->next;
                free(p);
                p = next_page;
            }
            free(b);
            b = next_book;
        }
        free(s);
        s = next_shelf;
    }
}
