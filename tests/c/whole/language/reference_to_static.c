// References to what is static in the file.
//@ proved
static int one(int x) { return x + 1; }
static int again(int) __attribute__((weakref("one")));
static int value = 1;
static int same __attribute__((weakref("value")));

int main(void) {
    int a[2] = {0, 0};
    return again && &same ? a[again(0)] + a[same] : 0;
}
