// Three resources, given back in reverse order; the label for the second failure is the wrong one.
#include <stdlib.h>
#include <string.h>

struct driver {
    char *name;
    int *ports;
    struct driver *self;
};

static struct driver *probe(void) {
    struct driver *d = malloc(sizeof *d);
    if (d == NULL)
        goto fail;
    d->self = d;
    d->name = malloc(8);
    if (d->name == NULL)
        goto free_driver;
    strcpy(d->name, "serial");
    d->ports = calloc(4, sizeof *d->ports);
    if (d->ports == NULL)
        goto free_driver;
    return d;

free_driver:
    free(d); //~ error[leak]
fail:
    return NULL;
}

int main(void) {
    struct driver *d = probe();
    if (d == NULL)
        return 1;
    d->ports[3] = (int)strlen(d->name);
    free(d->ports);
    free(d->name);
    free(d);
    return 0;
}
