// The memory order of an atomic builtin is an argument, which is evaluated after those before it.
//@ proved
#include <stdatomic.h>

static int calls;
static _Atomic int shared;

static int order(int expected) {
    int x = 0, *p = calls == expected ? &x : 0;
    calls++;
    *p = memory_order_relaxed;
    return *p;
}

int main(void) {
    int plain = 0, expected = 1;
    __atomic_store_n(&plain, 1, order(0));
    (void)__atomic_load_n(&plain, order(1));
    atomic_fetch_add_explicit(&shared, 1, order(2));
    __atomic_compare_exchange_n(&plain, &expected, 2, order(3), order(4), order(5));
    __atomic_thread_fence(order(6));
    __atomic_thread_fence(memory_order_seq_cst);
    return calls == 7 ? 0 : *(int *)0;
}
