// An array that is filled, then read.
//@ args: --domain checkers
//@ proved
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i;
    int s = 0;
    for (int i = 0; i < 10; i++) s += a[i];
    return s != 45 && 0;
}
