// An operand of inline assembly that is marked `+` is written, which a constant cannot be.
//@ confirmed
static const int one = 1;

int main(void) {
    int *p = (int *)&one;
    __asm__ volatile("" : "+r"(*p)); //~ error[out-of-bounds]
    return 0;
}
