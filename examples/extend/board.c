#include <shapewright.h>
extern int __VERIFIER_nondet_int(void);

/* One of four codes, or -1 at the end. */
int next_code(void) {
    int code = __VERIFIER_nondet_int();
    sw_assume(-1 <= code && code < 4);
    return code;
}
