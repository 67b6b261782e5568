// A logger with levels, a line counter in a static local, and a va_list passed to vprintf.
//@ clean
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum level { DEBUG, INFO, WARN };

static enum level threshold = INFO;

__attribute__((format(printf, 2, 3))) static int logf_at(enum level level, const char *format, ...) {
    static unsigned line;
    static const char *const names[] = {"debug", "info", "warn"};
    if (level < threshold)
        return 0;
    va_list args;
    va_start(args, format);
    int n = printf("%03u %-5s ", ++line, names[level]);
    n += vprintf(format, args);
    va_end(args);
    putchar('\n');
    return n + 1;
}

#define LOG(level, ...) (written += logf_at(level, __VA_ARGS__))

int main(void) {
    int written = 0;
    for (int i = 0; i < 6; i++) {
        int x = __VERIFIER_nondet_int();
        LOG(DEBUG, "x is %d", x);
        if (x % 5 == 0)
            threshold = threshold == DEBUG ? INFO : DEBUG;
        else if (x < 0)
            LOG(WARN, "negative: %d (%#x)", x, (unsigned)x);
        else
            LOG(INFO, "%5d|%-6d|%06d|%+d", x % 1000, x % 100, x % 10, i);
    }
    LOG(WARN, "%s and %.3s, %c%c, %%", "whole", "partial", 'o', 'k');
    printf("%d characters\n", written);
    return 0;
}
