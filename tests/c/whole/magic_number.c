// Only one number of four thousand million shows it: the one the program compares with.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct session {
    int command;
    char *buffer;
};

int main(void) {
    struct session *s = malloc(sizeof *s);
    if (s == NULL)
        return 1;
    s->command = __VERIFIER_nondet_int();
    s->buffer = malloc(16);
    if (s->buffer == NULL) {
        free(s);
        return 1;
    }
    if (s->command == 4711)
        free(s->buffer);
    s->buffer[0] = 'x'; //~ error[use-after-free]
    free(s->buffer);
    free(s);
    return 0;
}
