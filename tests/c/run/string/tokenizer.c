// A strtok-like splitter that cuts the text in place, and a numeric reader on top of it.
//@ clean
#include <ctype.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *next_token(char **rest, const char *separators) {
    char *start = *rest + strspn(*rest, separators);
    if (*start == '\0')
        return NULL;
    char *end = strpbrk(start, separators);
    if (end) {
        *end = '\0';
        *rest = end + 1;
    } else {
        *rest = start + strlen(start);
    }
    return start;
}

static int parse_number(const char *s, long *out) {
    int negative = *s == '-';
    long v = 0;
    s += negative;
    if (!isdigit((unsigned char)*s))
        return 0;
    while (isdigit((unsigned char)*s))
        v = v * 10 + (*s++ - '0');
    *out = negative ? -v : v;
    return *s == '\0';
}

int main(void) {
    char line[80];
    int a = __VERIFIER_nondet_int() % 1000, b = __VERIFIER_nondet_int();
    snprintf(line, sizeof line, "%d, seven;;%d ,x9, -12;%u", a, b, (unsigned)__VERIFIER_nondet_int() % 77);
    printf("%s\n", line);
    char *rest = line, *token;
    int numbers = 0;
    long sum = 0, v;
    while ((token = next_token(&rest, ",; ")) != NULL) {
        if (parse_number(token, &v))
            numbers++, sum += v;
        else
            printf("not a number: '%s'\n", token);
    }
    printf("%d numbers, sum %ld\n", numbers, sum);
    return numbers;
}
