// A variable of a type that is completed further down, and offsets computed as gcc has them.
//@ proved
struct late variable;
struct pair { int x, y; };
static unsigned long offsets[] = {(unsigned long)&((struct pair *)0)[1], (unsigned long)&((struct pair *)8)[2].y};

struct late { int value; };

int main(void) {
    int cells[3] = {0};
    variable.value = offsets[0] == 8 && offsets[1] == 28 ? 2 : 3;
    return cells[variable.value];
}
