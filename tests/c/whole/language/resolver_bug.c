// Either function may be chosen; one of them is out of bounds.
static int plain(int i) { return i; }
static int fast(int i) {
    static int table[3];
    return table[i + 1]; //~ error[out-of-bounds]
}
static int (*resolve(void))(int) { return __builtin_cpu_supports("avx2") ? fast : plain; }
int pick(int) __attribute__((ifunc("resolve")));

int main(void) {
    int cells[3] = {0};
    return cells[pick(2)];
}
