// Numbers in a ring buffer.
//@ args: --domain checkers
//@ proved
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct msg { int id; };
struct ring { struct msg *slot[8]; unsigned head, count; };
static int put(struct ring *r, struct msg *m) {
    if (r->count == 8) return 0;
    unsigned at = (r->head + r->count) % 8;
    r->slot[at] = m;
    r->count++;
    return 1;
}
int main(void) {
    int a[8]; unsigned head = 0, count = 0;
    for (int i = 0; i < 8; i++) a[i] = 0;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c == 0) break;
        if (c > 0) { if (count < 8) { a[(head + count) % 8] = c; count++; } }
        else if (count > 0) { int x = a[head]; head = (head + 1) % 8; count--; if (x == 5) break; }
    }
    return 0;
}
