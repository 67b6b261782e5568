// Floating point: Newton's square root, means and deviations, formats of printf.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static double root(double x) {
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++) {
        double next = 0.5 * (r + x / r);
        if (next >= r)
            break;
        r = next;
    }
    return r;
}

static void statistics(const float *v, int n, double *mean, double *deviation) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    *mean = sum / n;
    for (int i = 0; i < n; i++)
        squares += (v[i] - *mean) * (v[i] - *mean);
    *deviation = root(squares / n);
}

int main(void) {
    float v[6];
    for (int i = 0; i < 6; i++)
        v[i] = (float)(__VERIFIER_nondet_int() % 10000) / 64.0f;
    double mean, deviation;
    statistics(v, 6, &mean, &deviation);
    for (int i = 0; i < 6; i++)
        printf("%8.3f%c", v[i], i == 5 ? '\n' : ' ');
    printf("mean %.6f deviation %.6f\n", mean, deviation);
    printf("%e %g %.1f %+.0f %10.4e\n", mean, mean, mean, mean, deviation);
    printf("truncated %d, rounded %ld, as unsigned byte %d\n", (int)mean, (long)(mean < 0 ? mean - 0.5 : mean + 0.5),
           (unsigned char)(deviation < 255 ? deviation : 255));
    printf("%d %d %d\n", mean < deviation, v[0] == v[1], 0.1f + 0.2f > 0.3);
    printf("%g %g %g\n", 1.0 / 3, (double)(1.0f / 3), 1e300 * 1e-300);
    return mean >= 0;
}
