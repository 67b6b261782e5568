// A positive status is passed on, and the caller takes it for a failure.
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
    return status;
}
int main(void) {
    struct device d;
    int ret = probe(&d);
    if (ret == 0) {
        d.data[3] = 1;
        free(d.data);
    }
    return ret; //~ error[leak]
}
