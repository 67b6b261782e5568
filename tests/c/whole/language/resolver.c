// Which function is called is what a resolver gives, not what it returns.
//@ proved
static int plain(int i) { return i; }
static int (*resolve(void))(int) { return plain; }
int pick(int) __attribute__((ifunc("resolve")));

int main(void) {
    int cells[3] = {0};
    return cells[pick(2)];
}
