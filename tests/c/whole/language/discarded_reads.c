// What is read is an access, though nobody wants the value: every way to say so, with an index that is inside.
//@ proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct inner { int a, b; };
struct record { unsigned flag : 3; int numbers[2]; struct inner inner; };

static int table[2];
static volatile int ports[2];

int main(void) {
    struct record records[2] = {0}, *record = records;
    int way = __VERIFIER_nondet_int(), last = 1;
    switch (way) {
    case 0: table[last]; break;
    case 1: (void)table[last]; break;
    case 2: (void)records[last]; break;
    case 3: records->numbers[last]; break;
    case 4: records[last].flag; break;
    case 5: ports[last]; break;
    case 6: table[last], last; break;
    case 7: (void)(way ? table[last] : 0); break;
    case 8: way && table[last]; break;
    case 9: record->inner; break;
    case 10: *record; break;
    default: table[last] + 1;
    }
    return 0;
}
