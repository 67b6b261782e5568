// The memory order of an atomic builtin is an argument, which is evaluated.
//@ proved
#include <stdatomic.h>

static int calls;
static _Atomic int shared;

static int order(void) {
    calls++;
    return memory_order_relaxed;
}

int main(void) {
    int plain = 0, expected = 1;
    __atomic_store_n(&plain, 1, order());
    (void)__atomic_load_n(&plain, order());
    atomic_fetch_add_explicit(&shared, 1, order());
    __atomic_compare_exchange_n(&plain, &expected, 2, order(), order(), order());
    __atomic_thread_fence(order());
    __atomic_thread_fence(memory_order_seq_cst);
    return calls == 7 ? 0 : *(int *)0;
}
