// A member of `const` type of a variable that is not.
//@ confirmed
struct ticket {
    int uses;
    const int number;
};

static void give(int *number) {
    *number = 2; //~ error[out-of-bounds]
}

int main(void) {
    struct ticket t = {0, 1};
    give(&t.uses);
    give((int *)&t.number);
    return t.number;
}
