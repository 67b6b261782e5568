// Assembly that waits.
//@ proved
int level;

int main(void) {
    int a[2] = {0, 0};
    level = 0;
    __asm__ volatile("rep; nop # as in a loop that spins");
    __asm__ volatile("pause\n\tmfence" ::: "cc");
    return a[level];
}
