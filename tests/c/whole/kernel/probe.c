//@ proved
// A driver's probe acquires three things and gives back what it has when one is refused.
#include <stdlib.h>

struct adapter {
    int *registers;
    char *ring;
    int *irq;
};

static int request_irq(struct adapter *a) {
    a->irq = malloc(sizeof *a->irq);
    if (!a->irq)
        return -12;
    *a->irq = 7;
    return 0;
}

static int probe(struct adapter **out) {
    int err = -12;
    struct adapter *a = malloc(sizeof *a);
    if (!a)
        return err;
    a->registers = malloc(8 * sizeof(int));
    if (!a->registers)
        goto free_adapter;
    a->ring = malloc(256);
    if (!a->ring)
        goto free_registers;
    err = request_irq(a);
    if (err)
        goto free_ring;
    *out = a;
    return 0;

free_ring:
    free(a->ring);
free_registers:
    free(a->registers);
free_adapter:
    free(a);
    return err;
}

static void remove_adapter(struct adapter *a) {
    free(a->irq);
    free(a->ring);
    free(a->registers);
    free(a);
}

int main(void) {
    struct adapter *a;
    if (probe(&a) != 0)
        return 1;
    a->registers[0] = 1;
    remove_adapter(a);
    return 0;
}
