// There is no room for the zero at the end.
//@ args: --domain checkers
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
        if (used >= room) {
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
    text[used] = 0; //~ error[out-of-bounds]
    int sum = 0;
    for (int i = 0; i <= used; i++)
        sum += text[i];
    free(text);
    return sum == 0;
}
