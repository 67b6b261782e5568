// Two names of one object.
//@ unknown: `level`, to which assembly or another declaration may give a meaning
static int own __asm__("level") = 1;
extern int other __asm__("level");

int main(void) {
    int a[2] = {0, 0};
    other = 3;
    return a[own];
}
