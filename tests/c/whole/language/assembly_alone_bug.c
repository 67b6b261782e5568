// Assembly that says nothing of what it changes.
//@ unknown: inline assembly without operands
int level;

int main(void) {
    int a[2] = {0, 0};
    level = 0;
    __asm__("movl $5, level(%rip)");
    return a[level];
}
