// A three-bit counter wraps to zero, so the claim that it never decreases fails.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct link_state {
    unsigned retries : 3;
    unsigned failed : 1;
    unsigned speed : 4;
};

static struct link_state fail(struct link_state s) {
    s.retries++;
    s.failed = 1;
    if (s.speed > 1)
        s.speed /= 2;
    return s;
}

int main(void) {
    struct link_state now = {.speed = 15};
    int faults = (int)((unsigned)__VERIFIER_nondet_int() % 14);
    for (int i = 0; i < faults; i++) {
        struct link_state later = fail(now);
        printf("retry %u speed %u\n", (unsigned)later.retries, (unsigned)later.speed);
        assert(later.retries > now.retries); //~ error[assert-fail]
        now = later;
    }
    printf("%d faults, failed %u\n", faults, (unsigned)now.failed);
    return now.failed;
}
