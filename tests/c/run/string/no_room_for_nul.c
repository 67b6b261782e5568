// Duplicates a string into a block one byte too small for the terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct person {
    char *name;
    int age;
};

static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s));
    if (!copy)
        exit(2);
    strcpy(copy, s); //~ error[out-of-bounds]
    return copy;
}

static struct person *person(const char *name, int age) {
    struct person *p = malloc(sizeof *p);
    if (!p)
        exit(2);
    p->age = age;
    p->name = duplicate(name);
    return p;
}

int main(void) {
    static const char *const names[] = {"Ada", "Grace", "Edsger"};
    unsigned pick = (unsigned)__VERIFIER_nondet_int() % 3;
    printf("making %s\n", names[pick]);
    struct person *p = person(names[pick], 30 + (int)pick);
    printf("%s is %d\n", p->name, p->age);
    free(p->name);
    free(p);
    return 0;
}
