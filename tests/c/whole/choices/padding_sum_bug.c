// All bytes of a key count, but what lies between its members was never set.
struct key {
    char kind;
    long number;
};

static unsigned sum(const struct key *k) {
    const unsigned char *bytes = (const unsigned char *)k;
    unsigned all = 0;
    for (unsigned i = 0; i < sizeof *k; i++)
        all += bytes[i]; //~ error[uninitialized]
    return all;
}

int main(void) {
    struct key k = {1, 2};
    return sum(&k) != 3;
}
