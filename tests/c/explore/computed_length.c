// An array as long as a parameter says, written in all its elements and not beyond.
//@ proved
static int sum(int n) {
    int a[n], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int main(void) {
    int s = 0;
    for (int n = 1; n < 6; n++)
        s += sum(n);
    return s;
}
