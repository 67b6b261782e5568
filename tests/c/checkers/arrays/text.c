// Text that is built byte by byte in a block that grows.
//@ args: --domain checkers
//@ proved
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int room = 16, used = 0;
    char *text = malloc(room);
    if (text == NULL)
        return 1;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c == 0)
            break;
        if (used + 1 >= room) {
            if (room > 1 << 20)
                break;
            char *more = realloc(text, 2 * room);
            if (more == NULL)
                break;
            text = more;
            room = 2 * room;
        }
        text[used++] = c;
    }
    text[used] = 0;
    int sum = 0;
    for (int i = 0; i <= used; i++)
        sum += text[i];
    free(text);
    return sum == 0;
}
