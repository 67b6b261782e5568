// One element too many.
static int sum(int n) {
    int a[n], s = 0;
    for (int i = 0; i <= n; i++)
        a[i] = i; //~ error[out-of-bounds]
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int main(void) {
    return sum(5);
}
