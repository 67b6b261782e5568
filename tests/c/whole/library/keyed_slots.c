//@ proved
// The items of a table have keys of their own: what is known of one is not known of all.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { struct item *next; int key; };
static struct item *make(int key) {
    struct item *e = malloc(sizeof *e);
    if (e == NULL) return NULL;
    e->key = key;
    e->next = NULL;
    return e;
}
static struct item *table0[3];
static void clear0(struct item *l) { while (l) { struct item *next = l->next; free(l); l = next; } }
static void remove0(struct item **at, int key) {
    while (*at) {
        struct item *e = *at;
        if (e->key == key) { *at = e->next; free(e); }
        else at = &e->next;
    }
}
static struct item **slot0(int key) { return &table0[(key & 15) % 3]; }
static void put0(struct item *e) { struct item **slot = slot0(e->key); free(*slot); *slot = e; }
static int has0(int key) {
    for (struct item *e = *slot0(key); e; e = e->next)
        if (e->key == key) return 1;
    return 0;
}
static void close0(void) {
    for (int i = 0; i < 3; i++) { clear0(table0[i]); table0[i] = NULL; }
}
int main(void) {
    int k = 0;
    struct item *e = NULL;
    while (__VERIFIER_nondet_int() & 3) {
        e = make(__VERIFIER_nondet_int() & 7);
        if (e) put0(e);
        
    }
    k = has0(__VERIFIER_nondet_int() & 7);
    close0();
    return k;
}
