// The memory order of an atomic builtin is an argument: evaluating it does something.
//@ confirmed
static int *q, shared;

static int order(void) {
    q = 0;
    return 0;
}

int main(void) {
    int x = 0;
    q = &x;
    (void)__atomic_load_n(&shared, order());
    return *q; //~ error[null-deref]
}
