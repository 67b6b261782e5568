// What another function writes, or lets others write, may be anything when this one begins.
//@ args: --entry look_up
static int limit = 2, given = 1;
static int cells[3];

extern void take(int *);

void raise(void) { limit++; }
void give(void) { take(&given); }

int look_up(int which) {
    if (which) return cells[limit]; //~ error[out-of-bounds]
    return cells[given]; //~ error[out-of-bounds]
}
