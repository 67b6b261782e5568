extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int numbers[10] = {0};
    unsigned char n = __VERIFIER_nondet_uchar();
    numbers[n % 11] = 1;
    return 0;
}
