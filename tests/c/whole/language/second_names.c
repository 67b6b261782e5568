// Second names of a variable and of a function, by an attribute, by a pragma and by assembly at file scope: one object, one function.
//@ proved
int level = 1;
extern int depth __attribute__((alias("level")));
extern int height;
#pragma weak height = level
extern int width;
__asm__(".globl width\n\t.set width, level");

static int find(int i) {
    static int table[4] = {0, 1, 2, 3};
    return table[i];
}
int look_up(int) __attribute__((weak, alias("find")));

int main(void) {
    int counts[4] = {0};
    depth = 2;
    height += 1;
    width -= 1;
    counts[level]++;
    return counts[look_up(level)] - (look_up != find);
}
