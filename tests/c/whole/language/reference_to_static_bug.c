// A reference to what is static in the file is not null.
static int two(int x) { return x + 2; }
static int again(int) __attribute__((weakref("two")));

int main(void) {
    int a[2] = {0, 0};
    return again ? a[again(0)] : 0; //~ error[out-of-bounds]
}
