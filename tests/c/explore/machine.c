// A machine with four states and a block that lives in two of them, for ever: the states come round again.
//@ proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum state { IDLE, OPEN, BUSY, CLOSED };
static enum state state = IDLE;
static char *buffer;
static void act(int event) {
    switch (state) {
    case IDLE:
        if (event) {
            buffer = malloc(16);
            if (buffer != NULL) state = OPEN;
        }
        break;
    case OPEN:
        buffer[event & 15] = 'x';
        state = BUSY;
        break;
    case BUSY:
        buffer[0] = 'y';
        free(buffer);
        buffer = NULL;
        state = event == 5 ? CLOSED : IDLE;
        break;
    case CLOSED:
        exit(buffer != NULL);
    }
}
int main(void) {
    for (;;)
        act(__VERIFIER_nondet_int());
}
