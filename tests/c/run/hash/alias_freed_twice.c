// Two names are bound to the same value; emptying the table frees the value for each name.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct value {
    int refs;
    double number;
};

struct name {
    const char *text;
    struct value *value;
};

static struct name names[4];
static int used;

static void define(const char *text, struct value *v) {
    names[used].text = text;
    names[used].value = v;
    used++;
}

static struct value *find(const char *text) {
    for (int i = 0; i < used; i++)
        if (strcmp(names[i].text, text) == 0)
            return names[i].value;
    return NULL;
}

static struct value *number(double d) {
    struct value *v = malloc(sizeof *v);
    if (!v)
        exit(2);
    v->refs = 1;
    v->number = d;
    return v;
}

int main(void) {
    define("pi", number(3.14159));
    define("e", number(2.71828));
    if (__VERIFIER_nondet_int() > 0)
        define("tau_half", find("pi"));
    for (int i = 0; i < used; i++)
        printf("%s = %.5f\n", names[i].text, names[i].value->number);
    for (int i = 0; i < used; i++)
        free(names[i].value); //~ error[double-free]
    printf("%d names gone\n", used);
    return 0;
}
