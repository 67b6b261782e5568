// Each of the names writes the same variable, which is too large in the end.
int level = 1;
extern int depth __attribute__((alias("level")));
extern int height;
#pragma weak height = level
extern int width;
__asm__(".globl width\n\t.set width, level");

int main(void) {
    int counts[4] = {0};
    depth = 2;
    height += 1;
    width += 1;
    return counts[level]; //~ error[out-of-bounds]
}
