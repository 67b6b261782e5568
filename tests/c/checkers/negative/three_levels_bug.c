// The next shelf is freed instead of the empty one.
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

void destroy(struct shelf *s) {
    sw_requires(shelves(s));
    while (s != NULL) {
        struct shelf *next_shelf = s->next; //~ error[use-after-free]
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
            s->books = next_book;
        }
        s = next_shelf; //~ error[leak]
        free(s); //~ error[leak]
    }
}
