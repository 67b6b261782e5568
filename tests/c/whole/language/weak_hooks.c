// What is weak and defined nowhere has the address null: it is asked for before it is used.
//@ proved
extern int limit __attribute__((weak));
#pragma weak tracer
extern void tracer(int);
static int chosen(void) __attribute__((weakref("choose_elsewhere")));
static int *const bound = &limit;

int main(void) {
    int cells[3] = {0}, at = 2;
    if (&limit) at = limit & 1;
    if (tracer) tracer(at);
    if (chosen) at = chosen() & 1;
    return bound ? *bound : cells[at];
}
