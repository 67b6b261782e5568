// Static variables that nothing in the file writes, and whose address stays in it, are what they were initialized with.
//@ args: --entry look_up
//@ proved
#include <string.h>

static char name[] = "three";
static int limit = 3;
static int cells[3];
static struct { int first, sizes[2]; } layout = {1, {2, 1}};

int look_up(void) {
    static int last = 2;
    char copy[6];
    strcpy(copy, name);
    return cells[limit - 1] + cells[layout.sizes[layout.first]] + cells[last] + copy[strlen(name)];
}
