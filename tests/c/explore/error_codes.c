// A function that fails gives back a negative number and frees what it made: the caller tests the sign, then for zero.
//@ proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct device { char *data; };
static int probe(struct device *d) {
    d->data = malloc(4);
    if (d->data == NULL)
        return -12;
    int status = __VERIFIER_nondet_int();
    if (status < 0) {
        free(d->data);
        return status;
    }
    return 0;
}
int main(void) {
    struct device d;
    int ret = probe(&d);
    if (ret == 0) {
        d.data[3] = 1;
        free(d.data);
    }
    return ret;
}
