#include <stdlib.h>

struct event {
    int code;
    struct event *next;
};

/* Of the hardware. */
int next_code(void);

int main(void) {
    static const int delays[] = {1, 2, 5, 10};
    struct event *events = NULL;
    int code;
    while ((code = next_code()) >= 0) {
        struct event *e = malloc(sizeof *e);
        if (!e)
            break;
        e->code = delays[code];
        e->next = events;
        events = e;
    }
    while (events) {
        struct event *next = events->next;
        free(events);
        events = next;
    }
    return 0;
}
