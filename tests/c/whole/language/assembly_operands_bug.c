// An operand of inline assembly that is marked `+` is evaluated, read and written, also where the template is empty.
//@ confirmed
int main(void) {
    int i = 0, t[4] = {0};
    __asm__ volatile("" : "+r"(t[i++]));
    __asm__ volatile("" : "+r"(t[i + 3])); //~ error[out-of-bounds]
    return 0;
}
