// The next shelf is freed instead of the empty one.
//@ args: --domain checkers
//@ unknown: nothing is known of what is freed here
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
        struct shelf *next_shelf = s->next; //~ error[use-after-free] //~ FP[out-of-bounds]
        struct book *b = s->books; //~ FP[use-after-free] //~ FP[out-of-bounds]
        while (b != NULL) { //~ FP[uninitialized]
            struct book *next_book = b->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            struct page *p = b->pages; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            while (p != NULL) { //~ FP[uninitialized]
                struct page *next_page = p->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
                free(p); //~ FP[double-free] //~ FP[invalid-free] //~ FP[uninitialized]
                p = next_page;
            }
            free(b); //~ FP[double-free] //~ FP[invalid-free] //~ FP[uninitialized]
            b = next_book;
            s->books = next_book;
        }
        s = next_shelf; //~ error[leak]
        free(s); //~ error[leak] //~ FP[double-free] //~ FP[invalid-free] //~ FP[uninitialized]
    }
}
