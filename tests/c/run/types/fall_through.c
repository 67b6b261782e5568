// Switches with fall-through, ranges of cases, default in the middle, and a loop unrolled by a switch.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum privilege { GUEST, USER, EDITOR, ADMIN };

static unsigned rights(int who) {
    unsigned r = 0;
    switch (who) {
    case ADMIN:
        r |= 8;
        /* fall through */
    case EDITOR:
        r |= 4;
        /* fall through */
    default:
        r |= 1;
        break;
    case USER:
        r |= 2;
    }
    return r;
}

static const char *class_of(char c) {
    switch (c) {
    case 'a' ... 'f':
    case 'A' ... 'F':
        return "hex";
    case '0' ... '9':
        return "digit";
    case ' ':
    case '\t':
        return "blank";
    }
    return "other";
}

/* Copies n ints, four at a time, entering the first round in the middle. */
static void copy(int *to, const int *from, int n) {
    if (n <= 0)
        return;
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++; /* fall through */
    case 3:      *to++ = *from++; /* fall through */
    case 2:      *to++ = *from++; /* fall through */
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

int main(void) {
    int a[12], b[12] = {0};
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 13), sum = 0;
    for (int i = 0; i < 12; i++)
        a[i] = i + 1;
    copy(b, a, n);
    for (int i = 0; i < 12; i++)
        sum += b[i];
    char c = (char)(' ' + (unsigned)__VERIFIER_nondet_int() % 90);
    printf("rights %u %u, '%c' is %s\n", rights(n % 4), rights(n), c, class_of(c));
    printf("copied %d, sum %d\n", n, sum);
    return sum == n * (n + 1) / 2 ? 0 : 1;
}
