// Function definitions in the style of K&R C, with default promotions of their arguments.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int clamp(value, low, high)
int value;
int low, high;
{
    return value < low ? low : value > high ? high : value;
}

static char shift(letter, by)
char letter;
short by;
{
    if (letter < 'a' || letter > 'z')
        return letter;
    return (char)('a' + (letter - 'a' + by) % 26);
}

static int encode(text, by, out)
const char *text;
int by;
char *out;
{
    int changed = 0;
    while (*text) {
        *out = shift(*text, by);
        changed += *out++ != *text++;
    }
    *out = '\0';
    return changed;
}

static double scale(x, n)
float x;
unsigned char n;
{
    return x * n;
}

int main(void) {
    char out[32];
    int by = clamp(__VERIFIER_nondet_int(), 0, 25);
    int changed = encode("attack at dawn", by, out);
    printf("%s by %d, %d changed\n", out, by, changed);
    printf("%.2f\n", scale(1.5, 2));
    return changed > 0;
}
