// After event 5 the machine goes back to a state in which it believes to have its block.
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
        buffer[0] = 'x'; //~ error[use-after-free]
        state = BUSY;
        break;
    case BUSY:
        free(buffer);
        state = event == 5 ? OPEN : IDLE;
        break;
    case CLOSED:
        exit(0);
    }
}
int main(void) {
    for (;;)
        act(__VERIFIER_nondet_int());
}
