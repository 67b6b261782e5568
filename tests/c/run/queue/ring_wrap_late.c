// The write index wraps one slot too late: the element behind the ring is written.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct samples {
    int capacity;
    int at;
    int count;
    double *value;
};

static void record(struct samples *s, double v) {
    s->value[s->at] = v; //~ error[out-of-bounds]
    s->at++;
    if (s->at > s->capacity)
        s->at = 0;
    if (s->count < s->capacity)
        s->count++;
}

static double mean(const struct samples *s) {
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += s->value[i];
    return s->count ? sum / s->count : 0.0;
}

int main(void) {
    struct samples s = {.capacity = 4};
    s.value = malloc(sizeof(double) * (size_t)s.capacity);
    if (!s.value)
        return 2;
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 8);
    for (int i = 0; i < n; i++) {
        record(&s, 0.5 * (__VERIFIER_nondet_int() % 100));
        printf("%d: mean %.3f\n", i, mean(&s));
    }
    printf("%d samples\n", s.count);
    free(s.value);
    return 0;
}
