#include <shapewright.h>
#include <stdarg.h>
#include <stdlib.h>

struct node { struct node *next; int data; };
typedef int compare(const void *, const void *);
extern int __VERIFIER_nondet_int(void);

int state = 3;
struct node *head;

int next(void) {
    int number = __VERIFIER_nondet_int();
    sw_assume(number >= 0);
    return number;
}

long scale(long x, double by) { return (long)((double)x * by); }

struct node *make(int data) {
    struct node *made = malloc(sizeof *made);
    if (made) {
        made->next = NULL;
        made->data = data;
    }
    return made;
}

void drop(struct node *list) {
    while (list) {
        struct node *rest = list->next;
        free(list);
        list = rest;
    }
}

struct node copy(struct node from) { return from; }

int sum(int count, ...) {
    va_list all;
    va_start(all, count);
    int sum = va_arg(all, int);
    va_end(all);
    return sum;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
compare *order(void) { return ascending; }

char *name(char *to, size_t size) {
    static char known[] = "x";
    return size ? to : known;
}
