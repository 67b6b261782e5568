//@ proved
// A parser of frames as a machine with states; a frame is had while its body is read, and nowhere else.
#include <stdlib.h>

enum state { IDLE, LENGTH, BODY };

struct frame {
    unsigned length, have;
    unsigned sum;
};

struct parser {
    enum state state;
    struct frame *frame;
};

static void reset(struct parser *p) {
    free(p->frame);
    p->frame = NULL;
    p->state = IDLE;
}

static void feed(struct parser *p, unsigned byte) {
    switch (p->state) {
    case IDLE:
        if (byte == 0x7e)
            p->state = LENGTH;
        break;
    case LENGTH:
        p->frame = malloc(sizeof *p->frame);
        if (!p->frame || byte == 0) {
            reset(p);
            break;
        }
        p->frame->length = byte;
        p->frame->have = 0;
        p->frame->sum = 0;
        p->state = BODY;
        break;
    case BODY:
        p->frame->sum += byte;
        if (++p->frame->have == p->frame->length)
            reset(p);
        break;
    }
}

static int next_byte(void) {
    int c = rand() % 257;
    return c == 256 ? -1 : c;
}

int main(void) {
    struct parser parser = {IDLE, NULL};
    int c;
    while ((c = next_byte()) >= 0)
        feed(&parser, (unsigned)c);
    reset(&parser);
    return 0;
}
