// Whether a compare and exchange may fail, and the order if it does, are arguments.
//@ confirmed
static int *q;

int main(void) {
    int x = 0, y = 0;
    q = &x;
    __atomic_compare_exchange_n(&x, &y, 1, (q = 0, 1), 5, 5);
    return *q; //~ error[null-deref]
}
