// A function returns null where nothing was known, and the block that is made later belongs to nobody then.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry { char *name; };
static void *allocate(size_t n) {
    void *p = malloc(n);
    if (p == NULL) exit(1);
    return p;
}
static struct entry *found(struct entry *known) {
    if (known == NULL && __VERIFIER_nondet_int()) known = allocate(sizeof *known);
    return known;
}
static void give(struct entry *entry, char *name) {
    if (entry) entry->name = name;
}
int main(void) {
    struct entry *old = __VERIFIER_nondet_int() ? allocate(sizeof *old) : NULL;
    struct entry *entry = found(old);
    char *name = allocate(8);
    give(entry, name);
    name = NULL; //~ error[leak]
    if (entry) free(entry->name);
    free(entry);
    return 0;
}
