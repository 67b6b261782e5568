// What is read is an access, though nobody wants the value: every way to say so, with an index that is outside or a pointer that is null.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct inner { int a, b; };
struct record { unsigned flag : 3; int numbers[2]; struct inner inner; };

static int table[2];
static volatile int ports[2];

int main(void) {
    struct record records[2] = {0}, *record = NULL;
    int way = __VERIFIER_nondet_int(), last = 2;
    switch (way) {
    case 0: table[last]; break; //~ error[out-of-bounds]
    case 1: (void)table[last]; break; //~ error[out-of-bounds]
    case 2: (void)records[last]; break; //~ error[out-of-bounds]
    case 3: records->numbers[last]; break; //~ error[out-of-bounds]
    case 4: records[last].flag; break; //~ error[out-of-bounds]
    case 5: ports[last]; break; //~ error[out-of-bounds]
    case 6: table[last], last; break; //~ error[out-of-bounds]
    case 7: (void)(way ? table[last] : 0); break; //~ error[out-of-bounds]
    case 8: way && table[last]; break; //~ error[out-of-bounds]
    case 9: record->inner; break; //~ error[null-deref]
    case 10: *record; break; //~ error[null-deref]
    default: table[last] + 1; //~ error[out-of-bounds]
    }
    return 0;
}
