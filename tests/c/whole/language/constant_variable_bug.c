// A variable of `const` type is written through a pointer that has forgotten that it is.
//@ confirmed
static void clear(int *p) {
    *p = 0; //~ error[out-of-bounds]
}

int main(void) {
    int x = 0, *p = 0;
    const int one = 1;
    clear((int *)&one);
    if (one == 0)
        p = &x;
    return *p;
}
