/* Inputs for programs of the corpus when a C compiler builds them.
 *
 * `shapewright run` draws nondeterministic values from a stream of integers and says which ones it used. Linked
 * with this file, the same program built by a C compiler replays such a stream, so that the two can be compared.
 *
 * The stream is the environment variable SW_INPUTS: decimal integers separated by commas ("3,1,-4"). After its end,
 * and when the variable is absent, every further value is 0. A value is made to fit its type so:
 *
 *   - integers: reduced modulo 2^width, as a C conversion does;
 *   - bool: value != 0;
 *   - rand: the low 31 bits, so that it lies in 0..RAND_MAX;
 *   - float and double: the value converted;
 *   - pointer: the value as an address; 0 is NULL.
 *
 * Output is unbuffered, so that what was printed before a fatal error is not lost.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const char *rest;

__attribute__((constructor)) static void start(void) {
    rest = getenv("SW_INPUTS");
    setvbuf(stdout, NULL, _IONBF, 0);
}

/* Linked with -Wl,--wrap=main, this is the program's main. The frames of the real one are dead when it has returned but may still
 * hold pointers, and a leak checker that finds one there takes the block for reachable: it is made to look at zeros instead. */
extern int __real_main(int argc, char **argv, char **envp) __attribute__((weak));
int __wrap_main(int argc, char **argv, char **envp);

__attribute__((noinline, no_sanitize("address", "undefined"))) static void forget_dead_frames(void) {
    volatile unsigned char dead[64 * 1024];
    for (size_t i = 0; i < sizeof dead; i++)
        dead[i] = 0;
}

int __wrap_main(int argc, char **argv, char **envp) {
    int status = __real_main(argc, argv, envp);
    forget_dead_frames();
    return status;
}

static long long next_input(void) {
    if (rest == NULL)
        return 0;
    while (*rest == ',' || *rest == ' ')
        rest++;
    if (*rest == '\0')
        return 0;
    char *end;
    /* Values above LLONG_MAX are unsigned ones; both kinds wrap to the same bits. */
    long long value = *rest == '-' ? strtoll(rest, &end, 10) : (long long)strtoull(rest, &end, 10);
    if (end == rest) {
        fprintf(stderr, "SW_INPUTS: not a number: %s\n", rest);
        exit(125);
    }
    rest = end;
    return value;
}

#define NONDET(name, type) \
    type __VERIFIER_nondet_##name(void); \
    type __VERIFIER_nondet_##name(void) { return (type)next_input(); }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned int)
NONDET(unsigned, unsigned int)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(float, float)
NONDET(double, double)

bool __VERIFIER_nondet_bool(void);
bool __VERIFIER_nondet_bool(void) { return next_input() != 0; }

void *__VERIFIER_nondet_pointer(void);
void *__VERIFIER_nondet_pointer(void) { return (void *)(intptr_t)next_input(); }

int rand(void) { return (int)(next_input() & INT_MAX); }

void srand(unsigned int seed) { (void)seed; }

_Noreturn void reach_error(void);
_Noreturn void reach_error(void) {
    fputs("reach_error\n", stderr);
    abort();
}

void __VERIFIER_assert(int condition);
void __VERIFIER_assert(int condition) {
    if (!condition)
        reach_error();
}

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
    if (!condition)
        exit(0);
}
