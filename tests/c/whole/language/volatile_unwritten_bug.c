// Reading a volatile object does not write to it.
//@ confirmed
int main(void) {
    volatile int x;
    if (x > 4) //~ error[uninitialized]
        return 1;
    return 0;
}
