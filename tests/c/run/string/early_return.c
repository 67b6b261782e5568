// A parser returns early on bad input without freeing the copy it works on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *copy(const char *s) {
    size_t n = strlen(s) + 1;
    char *c = malloc(n);
    if (!c)
        exit(2);
    return memcpy(c, s, n);
}

/* "h:m" to minutes, or -1. */
static int minutes(const char *text) {
    char *work = copy(text);
    char *colon = strchr(work, ':');
    if (!colon)
        return -1; //~ error[leak]
    *colon = '\0';
    int h = atoi(work), m = atoi(colon + 1);
    free(work);
    return h >= 0 && h < 24 && m >= 0 && m < 60 ? 60 * h + m : -1;
}

int main(void) {
    static const char *const times[] = {"12:30", "7:05", "noon", "25:00", "0:0"};
    int bad = 0;
    for (int i = 0; i < 2; i++) {
        const char *t = times[(unsigned)__VERIFIER_nondet_int() % 5];
        int m = minutes(t);
        printf("%s is minute %d\n", t, m);
        bad += m < 0;
    }
    return bad;
}
